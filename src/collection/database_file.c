/* Databases for other programs; see database_file.h. */
#include "collection/database_file.h"

#include <errno.h>

#include "base/outputs.h"

static bool complain(const struct database_file *f, struct diags *d)
{
    diag_at(d, SEVERITY_ERROR, 0, 0, "cannot be written: %s",
            f->db != NULL && *sql_error(f->db) != '\0' ? sql_error(f->db) : file_problem(errno));
    return false;
}

bool database_file_begin(struct database_file *f, const char *path, const char *schema, struct diags *d)
{
    struct strbuf why = {0};
    *f = (struct database_file){.db = NULL};
    if (output_is_input(path) || database_is_other(path))
        return complain(f, d);
    file_out_begin(&f->out, path);
    if (f->out.problem != 0)
        diag_at(d, SEVERITY_ERROR, 0, 0, "cannot be written: %s", file_problem(f->out.problem));
    else if ((f->db = sql_open(strbuf_text(&f->out.temporary), SQL_CREATE, &why)) == NULL)
        diag_at(d, SEVERITY_ERROR, 0, 0, "cannot be written: %s", strbuf_text(&why));
    strbuf_done(&why);
    if (f->db != NULL && sql_script(f->db, "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF") &&
        sql_begin(f->db) && sql_script(f->db, DATABASE_EXPORTED) && (*schema == '\0' || sql_script(f->db, schema)))
        return true;
    if (f->db != NULL)
        complain(f, d);
    sql_close(f->db);
    (void)file_out_end(&f->out, false);
    return false;
}

/* See DATABASE_EXPORTED in outputs.h. */
static bool number_changes(const struct database_file *f)
{
    struct strbuf text = {0};
    strbuf_printf(&text, "PRAGMA user_version = %u", database_changes(f->out.temporary.at) + 1);
    const bool ok = sql_script(f->db, text.at);
    strbuf_done(&text);
    return ok;
}

bool database_file_end(struct database_file *f, bool keep, struct diags *d)
{
    keep = keep && sql_commit(f->db) && sql_script(f->db, "PRAGMA journal_mode = DELETE") && number_changes(f);
    if (!keep && *sql_error(f->db) != '\0')
        complain(f, d);
    sql_close(f->db);
    f->db = NULL;
    if (file_out_end(&f->out, keep))
        return true;
    if (keep)
        complain(f, d);
    return false;
}

/* ---- flat tables ---- */

struct sql_bulk *database_file_table(struct database_file *f, const char *name, const struct table_column *columns,
                                     int n, struct strbuf *names, struct diags *d)
{
    static const char *const kinds[] = {[SQL_INTEGER] = "INTEGER", [SQL_REAL] = "REAL", [SQL_TEXT] = "TEXT"};
    struct strbuf text = {0};
    strbuf_printf(&text, "CREATE TABLE %s (", name);
    for (int i = 0; i < n; i++) {
        strbuf_printf(&text, "%s\"%s\" %s", i > 0 ? ", " : "", columns[i].name, kinds[columns[i].kind]);
        strbuf_printf(names, "%s\"%s\"", i > 0 ? ", " : "", columns[i].name);
    }
    strbuf_putc(&text, ')');
    struct sql_bulk *bulk =
        sql_script(f->db, strbuf_text(&text)) ? sql_bulk_new(f->db, name, strbuf_text(names), n) : NULL;
    if (bulk == NULL)
        complain(f, d);
    strbuf_done(&text);
    return bulk;
}

bool database_file_views(struct database_file *f, struct diags *d)
{
    static const char views[] =
        "CREATE INDEX decisions_of ON decisions (match, game);"
        "CREATE INDEX candidates_of ON candidates (match, n);"
        "CREATE VIEW errors AS SELECT d.error, d.player, d.opponent, d.kind, d.action, d.best, d.dice, d.themes, "
        "m.date, "
        "m.event, d.game, d.move, d.position_id, d.gnubg_match_id, m.page, d.match FROM decisions d JOIN matches m ON "
        "m.match = "
        "d.match WHERE d.error > 0 ORDER BY d.error DESC, d.match, d.n;"
        "CREATE VIEW game_figures AS SELECT match, game, player, sum(counted > 0) AS decisions, total(error) FILTER "
        "(WHERE "
        "counted > 0) AS error, 500 * avg(error) FILTER (WHERE counted > 0) AS pr, total(luck) AS luck, "
        "total(luck_mwc) AS "
        "luck_mwc FROM decisions GROUP BY match, game, player ORDER BY match, game, player;"
        "CREATE VIEW match_figures AS SELECT m.date, m.event, m.length, d.player, sum(d.counted > 0) AS decisions, 500 "
        "* "
        "avg(d.error) FILTER (WHERE d.counted > 0) AS pr, total(d.luck_mwc) AS luck_mwc, m.page, d.match FROM "
        "decisions d "
        "JOIN matches m ON m.match = d.match GROUP BY d.match, d.player ORDER BY m.date, d.match, d.player";
    return sql_script(f->db, views) || complain(f, d);
}
