/* The page about one player, as `analyze` and `report` write it, on standard output: how long it takes by itself.
 * usage: player_page COLLECTION NAME */
#include <stdio.h>
#include <stdlib.h>

#include "export/html/page.h"
#include "collection/career.h"
#include "report/career_page.h"
#include "report/study_section.h"

static bool print_page(struct store *s, const char *name)
{
    struct career career;
    struct html_page page;
    struct export_options o;
    struct sink out;
    const int64_t person = store_person(s, name);
    if (person == 0)
        return false;
    export_defaults(&o);
    sink_init(&out);
    struct field field;
    const struct study_sheet sheet = {.quiz = NULL};
    const bool ok = field_of(s, &field) && career_of(s, &MATCH_FILTER_OF(person), name, &field, &career);
    if (ok) {
        html_page_begin(&page, &o, &out);
        career_page(&career, "html", &sheet, page.receiver);
        html_page_done(&page);
        fputs(strbuf_text(sink_main(&out)), stdout);
    }
    career_done(&career);
    sink_done(&out);
    return ok;
}

int main(int argc, char **argv)
{
    struct diags d;
    diags_init(&d, NULL);
    struct store *s = argc == 3 ? store_open(argv[1], SQL_READ, &d) : NULL;
    const bool ok = s != NULL && print_page(s, argv[2]);
    if (!ok)
        fprintf(stderr, "usage: player_page COLLECTION NAME\n");
    store_close(s);
    diags_done(&d);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
