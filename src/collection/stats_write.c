/* Figures as text: a table for people, CSV and JSON for programs. All take names, units and places from one table. */
#include "collection/stats.h"

#include <math.h>
#include <string.h>

#include "base/jsonw.h"
#include "base/strbuf.h"
#include "base/utf8.h"
#include "collection/csv.h"

struct figure_form {
    const char *key; /* of JSON and CSV; its standard error: "key_standard_error" */
    const char *title; /* of the table; NULL = not there */
    double scale;
    int decimals;
};

/* ORDER FIGURE */
static const struct figure_form forms[FIGURES] = {
    {"pr", "PR", 500, 2},
    {"checker_pr", "chequer", 500, 2},
    {"cube_pr", "cube", 500, 2},
    {"error_rate", "mEMG", 1000, 2},
    {"snowie_rate", "Snowie", 1000, 2},
    {"luck", "luck", 1, 4},
    {"result", "result", 1, 4},
    {"result_less_luck", NULL, 1, 4},
    {"mwc_lost_per_7_points", NULL, 1, 4},
    {"money_luck", NULL, 1, 4},
    {"money_result", NULL, 1, 4},
    {"cube_bias", NULL, 1, 4},
};

static double scaled(const struct figures *f, enum figure i)
{
    return forms[i].scale * ratio_value(tally_ratio(&f->tally, i));
}

static double scaled_error(const struct figures *f, enum figure i)
{
    return forms[i].scale * ratio_error(tally_ratio(&f->tally, i));
}

double error_of_judges(const struct figures *f)
{
    return f->by == BY_ERROR_KIND || f->in_part ? (double)NAN : judged_error(&f->tally.judged);
}

/* ORDER of struct figures.level */
static const char *const level_keys[3] = {"level_pr", "level_checker_pr", "level_cube_pr"};

static double level_of(const struct figures *f, int i)
{
    return f->level[i] > 0 ? f->level[i] : (double)NAN;
}

static int units(const struct figures *f)
{
    return tally_ratio(&f->tally, FIGURE_PR)->units;
}

/* ---- JSON ---- */

static void json_figures(struct jsonw *j, const struct figures *f)
{
    jsonw_object(j, NULL);
    jsonw_string(j, "name", f->name);
    if (f->group != NULL)
        jsonw_string(j, "group", f->group);
    jsonw_int(j, "matches", f->tally.matches);
    jsonw_int(j, "games", f->tally.games);
    jsonw_int(j, "decisions", f->tally.decisions);
    if (f->by == BY_ERROR_KIND)
        jsonw_int(j, "errors", f->tally.errors);
    jsonw_int(j, "units", units(f));
    for (enum figure i = 0; i < FIGURES; i++) {
        char key[64];
        jsonw_number(j, forms[i].key, scaled(f, i), forms[i].decimals + 2);
        snprintf(key, sizeof key, "%s_standard_error", forms[i].key);
        jsonw_number(j, key, scaled_error(f, i), forms[i].decimals + 2);
        if (i != FIGURE_PR)
            continue;
        jsonw_number(j, "pr_interval", forms[i].scale * ratio_interval(tally_ratio(&f->tally, i)), 4);
        jsonw_number(j, "pr_evaluator_error", error_of_judges(f), 4);
    }
    for (int i = 0; i < 3; i++)
        jsonw_number(j, level_keys[i], level_of(f, i), 2);
    jsonw_end(j);
}

static void json_list(struct jsonw *j, const char *key, const struct figures_list *list)
{
    jsonw_array(j, key);
    for (size_t i = 0; i < list->n; i++)
        json_figures(j, list->at[i]);
    jsonw_end(j);
}

void left_out_json(const struct left_out *l, struct jsonw *j)
{
    jsonw_object(j, "left_out");
    jsonw_int(j, "not_analysed", l->not_analysed);
    jsonw_int(j, "unnamed", l->unnamed);
    jsonw_int(j, "undated", l->undated);
    jsonw_int(j, "abandoned", l->abandoned);
    jsonw_int(j, "given_away", l->given_away);
    jsonw_end(j);
}

void stats_json(const struct stats *st, enum stats_by by, struct strbuf *out)
{
    struct jsonw j;
    jsonw_begin(&j, out);
    jsonw_object(&j, NULL);
    jsonw_string(&j, "by", by != BY_NOTHING ? stats_by_name(by) : NULL);
    json_list(&j, "players", &st->players);
    json_list(&j, "groups", &st->groups);
    left_out_json(&st->left_out, &j);
    jsonw_end(&j);
    jsonw_finish(&j);
}

/* ---- CSV (RFC 4180) ---- */

static void csv_row(struct strbuf *out, const struct figures *f)
{
    csv_text(out, f->name);
    csv_cell(out, f->group);
    if (f->by == BY_ERROR_KIND)
        strbuf_printf(out, ",%d", f->tally.errors);
    strbuf_printf(out, ",%d,%d,%d,%d", f->tally.matches, f->tally.games, f->tally.decisions, units(f));
    for (enum figure i = 0; i < FIGURES; i++) {
        csv_figure(out, scaled(f, i), forms[i].decimals + 2);
        csv_figure(out, scaled_error(f, i), forms[i].decimals + 2);
    }
    for (int i = 0; i < 3; i++)
        csv_figure(out, level_of(f, i), 2);
    csv_figure(out, error_of_judges(f), 4);
    strbuf_puts(out, "\r\n");
}

void stats_csv(const struct stats *st, enum stats_by by, struct strbuf *out)
{
    const struct figures_list *list = by == BY_NOTHING ? &st->players : &st->groups;
    strbuf_printf(out, "name,%s,%smatches,games,decisions,units", by == BY_NOTHING ? "group" : stats_by_name(by),
                  by == BY_ERROR_KIND ? "errors," : "");
    for (enum figure i = 0; i < FIGURES; i++)
        strbuf_printf(out, ",%s,%s_standard_error", forms[i].key, forms[i].key);
    for (int i = 0; i < 3; i++)
        strbuf_printf(out, ",%s", level_keys[i]);
    strbuf_puts(out, ",pr_evaluator_error\r\n");
    for (size_t i = 0; i < list->n; i++)
        csv_row(out, list->at[i]);
}

/* ---- the table ---- */

enum { NAME_WIDTH = 26, CELL = 9, RANGE = 12, JUDGED = 7, LEVEL = 9 };

/* "4.8-14.9": a rate cannot be below zero. */
static void table_range(struct strbuf *out, double rate, double interval)
{
    struct strbuf text = {0};
    if (isnan(interval)) {
        strbuf_puts(&text, "-");
    } else {
        strbuf_fixed(&text, rate > interval ? rate - interval : 0, 1);
        strbuf_putc(&text, '-');
        strbuf_fixed(&text, rate + interval, 1);
    }
    strbuf_printf(out, "%*s", RANGE, strbuf_text(&text));
    strbuf_done(&text);
}

/* Cut or filled to a width, counted in letters. */
static void table_name(struct strbuf *out, const char *name)
{
    const size_t from = out->length;
    int width = 0;
    for (const unsigned char *c = (const unsigned char *)name; *c != '\0'; c++) {
        if ((*c & 0xc0) != 0x80 && ++width > NAME_WIDTH)
            break;
        strbuf_putc(out, (char)*c);
    }
    utf8_disarm(out, from, '?', false);
    strbuf_fill(out, ' ', (size_t)(width < NAME_WIDTH ? NAME_WIDTH - width : 0));
}

static void table_row(struct strbuf *out, const struct figures *f, const char *name)
{
    table_name(out, name);
    strbuf_printf(out, "%8d %9d", f->tally.matches, f->tally.decisions);
    for (enum figure i = 0; i < FIGURES; i++) {
        if (forms[i].title == NULL)
            continue;
        const bool chances = figure_is_of_matches(i);
        strbuf_cell(out, (chances ? 100 : 1) * scaled(f, i), forms[i].decimals - (chances ? 3 : 0), CELL);
        if (i != FIGURE_PR)
            continue;
        const double interval = forms[i].scale * ratio_interval(tally_ratio(&f->tally, i));
        table_range(out, scaled(f, i), interval);
        strbuf_cell(out, error_of_judges(f), 2, JUDGED);
    }
    for (int i = 0; i < 3; i++)
        strbuf_cell(out, level_of(f, i), 1, LEVEL);
    strbuf_putc(out, '\n');
}

static void table_head(struct strbuf *out, const char *first)
{
    table_name(out, first);
    strbuf_puts(out, " matches decisions");
    for (enum figure i = 0; i < FIGURES; i++)
        if (forms[i].title != NULL) {
            strbuf_printf(out, "%*s", CELL, forms[i].title);
            if (i == FIGURE_PR)
                strbuf_printf(out, "%*s%*s", RANGE, "(95%)", JUDGED, "eval");
        }
    strbuf_puts(out, "  level-PR  chequer     cube");
    strbuf_putc(out, '\n');
}

/* ---- errors by kind: shares of one rating, over all decisions ---- */

static void kind_head(struct strbuf *out)
{
    table_name(out, stats_by_name(BY_ERROR_KIND));
    strbuf_printf(out, "%8s%*s%*s%7s\n", "errors", CELL, "PR lost", RANGE, "(95%)", "share");
}

double share_of_rating(const struct stats *st, const struct figures *f)
{
    for (size_t i = 0; i < st->players.n; i++)
        if (st->players.at[i]->player == f->player)
            return scaled(f, FIGURE_PR) / scaled(st->players.at[i], FIGURE_PR);
    return NAN;
}

static void kind_row(struct strbuf *out, const struct stats *st, const struct figures *f)
{
    const double interval = forms[FIGURE_PR].scale * ratio_interval(tally_ratio(&f->tally, FIGURE_PR));
    table_name(out, f->group);
    strbuf_printf(out, "%8d", f->tally.errors);
    strbuf_cell(out, scaled(f, FIGURE_PR), 2, CELL);
    table_range(out, scaled(f, FIGURE_PR), interval);
    strbuf_cell(out, 100 * share_of_rating(st, f), 0, 6);
    strbuf_puts(out, "%\n");
}

void stats_table(const struct stats *st, enum stats_by by, struct strbuf *out)
{
    table_head(out, "player");
    for (size_t i = 0; i < st->players.n; i++)
        table_row(out, st->players.at[i], st->players.at[i]->name);
    for (size_t i = 0; i < st->groups.n; i++) {
        const struct figures *f = st->groups.at[i];
        if (i == 0 || f->player != st->groups.at[i - 1]->player) {
            strbuf_printf(out, "\n%s, by %s:\n", f->name, stats_by_name(by));
            if (by == BY_ERROR_KIND)
                kind_head(out);
            else
                table_head(out, stats_by_name(by));
        }
        if (by == BY_ERROR_KIND)
            kind_row(out, st, f);
        else
            table_row(out, f, f->group);
    }
}

void stats_left_out(const struct stats *st, struct strbuf *out)
{
    const struct left_out *l = &st->left_out;
    const struct {
        int n;
        const char *one, *many;
    } parts[] = {
        {l->not_analysed, "1 match is not analysed: it is in no figure",
         "%d matches are not analysed: they are in no figure"},
        {l->unnamed, "1 player is not named; the decisions of that player are in no figure",
         "%d players are not named: their decisions are in no figure"},
        {l->stand_apart ? 0 : l->undated, "1 match has no date: it is in no figure that asks for one",
         "%d matches have no date: they are in no figure that asks for one"},
        {l->stand_apart ? l->undated : 0, "1 match has no date: it stands under \"undated\"",
         "%d matches have no date: they stand under \"undated\""},
        {l->abandoned, "1 match was not finished: its decisions count, its result, luck and loss per match do not",
         "%d matches were not finished: their decisions count, their results, luck and losses per match do not"},
        {l->given_away,
         "1 game was left or resigned though it was not lost, or has a gap in its record: its decisions count, its "
         "result and luck do not",
         "%d games were left or resigned though they were not lost, or have gaps in their records: their decisions "
         "count, their results and luck do not"},
        {l->other_variants, "1 match is of another game than backgammon (nackgammon, hypergammon): it is counted too",
         "%d matches are of other games than backgammon (nackgammon, hypergammon): they are counted too"},
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (parts[i].n == 1)
            strbuf_puts(out, parts[i].one);
        else if (parts[i].n > 1)
            strbuf_printf(out, "%d%s", parts[i].n, parts[i].many + 2);
        if (parts[i].n > 0)
            strbuf_putc(out, '\n');
    }
}
