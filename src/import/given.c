/* What a user says of a record against its source; see given.h. */
#include "import/given.h"

#include <stdio.h>
#include <string.h>

/* ---- rules ---- */

static void note_rule(struct diags *d, const struct match *m, const char *option, bool was, bool is)
{
    const struct place at = m->games[0].place;
    if (was != is)
        diag_at(d, SEVERITY_NOTE, at.line, at.column, "played %s by --%s; read as played %s",
                is ? W_("with") : W_("without"), option, was ? W_("with") : W_("without"));
}

/* The Crawford game is the first in which exactly one player needs a point, unless the record begins there. */
static void mark_crawford_game(struct match *m)
{
    for (size_t i = 0; i < m->n_games; i++)
        if (m->games[i].crawford_game)
            return;
    for (size_t i = 1; i < m->n_games; i++) {
        struct game *g = &m->games[i];
        if ((m->length - g->score[0] == 1) != (m->length - g->score[1] == 1)) {
            g->crawford_game = true;
            return;
        }
    }
}

static void play_by(const struct rules_given *given, struct match *m, struct diags *d)
{
    const struct rules was = m->rules;
    rules_take(&m->rules, given, m->length);
    note_rule(d, m, "jacoby", was.jacoby, m->rules.jacoby);
    note_rule(d, m, "beavers", was.beavers, m->rules.beavers);
    if (was.beavers == m->rules.beavers && was.one_beaver != m->rules.one_beaver)
        diag_at(d, SEVERITY_NOTE, m->games[0].place.line, m->games[0].place.column, "played %s raccoons by --beavers",
                m->rules.one_beaver ? W_("without") : W_("with"));
    note_rule(d, m, "crawford", was.crawford, m->rules.crawford);
    if (was.cube != m->rules.cube || was.cube_limit != m->rules.cube_limit)
        diag_at(d, SEVERITY_NOTE, m->games[0].place.line, m->games[0].place.column,
                "the cube's limit is the one of --cube-limit");
    m->jacoby_known = m->jacoby_known || (given->jacoby != RULING_NONE && m->length == 0);
    if (given->crawford == RULING_YES && m->length > 0)
        mark_crawford_game(m);
    for (size_t i = 0; i < m->n_games && !m->rules.crawford; i++)
        m->games[i].crawford_game = false;
}

/* ---- corrections ---- */

static void correct(struct diags *d, struct match *m, const char *option, const char **have, const char *given)
{
    const char *was = *have;
    if (given == NULL || (was != NULL && strcmp(was, given) == 0))
        return;
    *have = arena_strdup(m->arena, given);
    if (was == NULL || *was == '\0')
        diag_at(d, SEVERITY_NOTE, 0, 0, "\"%s\" by --%s; the source has none", given, option);
    else
        diag_at(d, SEVERITY_NOTE, 0, 0, "\"%s\" by --%s; the source has \"%s\"", given, option, was);
}

/* Rules that a match and a money session do not share are as where no source says them. */
static void correct_length(struct diags *d, struct match *m, int length)
{
    const int was = m->length;
    if (length == was)
        return;
    m->length = length;
    for (size_t i = 0; i < m->n_games; i++)
        m->games[i].crawford_game = false;
    if (length == 0)
        diag_at(d, SEVERITY_NOTE, 0, 0, "a money session by --length; in the source it is a match to %d", was);
    else if (was == 0)
        diag_at(d, SEVERITY_NOTE, 0, 0, "a match to %d by --length; in the source it is a money session", length);
    else
        diag_at(d, SEVERITY_NOTE, 0, 0, "a match to %d by --length; in the source it is one to %d", length, was);
    if (length == 0 || was == 0) {
        m->rules.jacoby = m->jacoby_known = m->rules.automatic = false;
        m->rules.beavers = length == 0;
        m->rules.one_beaver = false;
        m->rules.crawford = length != 0;
    }
    if (m->rules.crawford)
        mark_crawford_game(m);
}

static void correct_all(const struct corrections *c, struct match *m, struct diags *d)
{
    correct(d, m, "names", &m->player[0].name, c->name[0]);
    correct(d, m, "names", &m->player[1].name, c->name[1]);
    correct(d, m, "set-date", &m->info.date, c->info.date);
    correct(d, m, "set-event", &m->info.event, c->info.event);
    correct(d, m, "set-round", &m->info.round, c->info.round);
    correct(d, m, "set-place", &m->info.place, c->info.place);
    correct(d, m, "set-annotator", &m->info.annotator, c->info.annotator);
    if (c->length != 0)
        correct_length(d, m, c->length < 0 ? 0 : c->length);
}

bool take_given(const struct import_options *how, struct match *m, struct diags *d)
{
    if (m->n_games == 0)
        return true;
    correct_all(&how->corrections, m, d);
    play_by(&how->rules, m, d);
    return true;
}
