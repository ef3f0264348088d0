/* Decisions and curves in a line; see brief.h. */
#include "base/language.h"
#include "export/brief.h"

#include <math.h>

static void put_rows(const struct node *table, struct strbuf *out)
{
    const char *before = out->length > 0 ? ". " : "";
    for (const struct node *row = table->first; row != NULL; row = row->next) {
        int i = 0;
        if (row->kind != NODE_ROW)
            continue;
        strbuf_puts(out, before);
        before = "; ";
        for (const struct node *cell = row->first; cell != NULL && i < table->table.n; cell = cell->next, i++) {
            if (table->table.at[i].priority > 1 || cell->first == NULL)
                continue;
            strbuf_puts(out, i > 0 ? " " : "");
            node_text(cell, &typography_paper, out);
        }
    }
}

void brief_text(const struct node *decision, struct strbuf *out)
{
    for (const struct node *c = decision->first; c != NULL; c = c->next) {
        if (c->kind == NODE_TABLE) {
            put_rows(c, out);
        } else if (c->role == ROLE_VERDICT) {
            strbuf_puts(out, out->length > 0 ? ". " : "");
            node_text(c, &typography_paper, out);
        }
    }
}

bool brief_keeps(const struct node *part)
{
    return part->kind == NODE_QUOTE || part->role == ROLE_KEPT || part->role == ROLE_SETUP ||
           part->role == ROLE_ILLEGAL;
}

bool brief_curve(const struct node *curve, int part, struct strbuf *out)
{
    const struct series *s = &curve->plot.series[0];
    const struct plot_part *parts = curve->plot.parts;
    int end = part + 1 < curve->plot.n_parts ? parts[part + 1].from : curve->plot.n;
    float first = NAN, last = NAN;
    for (int x = parts[part].from; x < end; x++) {
        first = isnan(first) ? s->at[x] : first;
        last = isnan(s->at[x]) ? last : s->at[x];
    }
    if (isnan(first))
        return false;
    bool chance = s->unit == UNIT_CHANCE;
    double scale = chance ? 100 : 1;
    tr_add(out, chance ? N_("Game {0}: from {1}% to {2}%") : N_("Game {0}: from {1} to {2}"),
           TR_INT(parts[part].number), TR_REAL(scale * (double)first, 1), TR_REAL(scale * (double)last, 1));
    return true;
}

void brief_note(struct diags *d, const struct brief_losses *lost)
{
    if (lost->listed > 0)
        diag_at(d, SEVERITY_NOTE, 0, 0, "lost: boards, IDs, chances and luck of %zu decisions without an error",
                lost->listed);
    if (lost->named > 0)
        diag_at(d, SEVERITY_NOTE, 0, 0,
                "lost: boards, IDs, plays, chances, cube figures and luck of %zu decisions without an error",
                lost->named);
    if (lost->tabled > 0)
        diag_at(d, SEVERITY_NOTE, 0, 0, "lost: boards, IDs, candidates and luck of %zu errors: the table names them",
                lost->tabled);
    if (lost->left_out > 0)
        diag_at(d, SEVERITY_NOTE, 0, 0, "lost: %zu decisions without an error, after errors that the table names",
                lost->left_out);
    if (lost->statistics > 0)
        diag_at(d, SEVERITY_NOTE, 0, 0, "lost: statistics of single games");
}
