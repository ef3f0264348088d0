/* Exact values late in the bear-off, from the engine's own databases: games end here, and labels begin. */
#include "train.h"

#include "engine/bearoff.h"

static struct bearoff *tables;

void table_init(void)
{
    struct diags d;
    diags_init(&d, NULL);
    tables = bearoff_open(&(struct bearoff_options){.threads = 2}, &d);
    bearoff_one_sided(tables);
    bearoff_two_sided(tables);
    diags_done(&d);
}

void table_done(void)
{
    bearoff_close(tables);
}

bool table_outcome(const struct board *b, struct outcome *o)
{
    return !board_has_contact(b) && bearoff_outcome(tables, b, o);
}
