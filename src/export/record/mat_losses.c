/* What .mat and its relatives cannot carry: counted on the record, by what a reader will make of the cells. Format:
 * docs/formats/mat.md. */
#include "export/record/mat_write.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/utf8.h"
#include "match/loss.h"

/* A position is given by the line before the first cell: the board, and a cube that somebody owns. */
static int lost_start_positions(const struct match *m)
{
    int n = 0;
    for (size_t g = 0; g < m->n_games; g++) {
        const struct game *game = &m->games[g];
        for (size_t i = 0; i < game->n_events && mat_is_set_up(game, &game->events[i]); i++) {
            const struct event *e = &game->events[i];
            bool centred = e->kind == EVENT_SET_CUBE && e->owner == CUBE_CENTRED && e->value != 1;
            bool set = e->kind == EVENT_SET_BOARD || e->kind == EVENT_SET_CUBE || e->kind == EVENT_SET_SCORE;
            n += set && (!mat_has_cells(game) || centred || e->kind == EVENT_SET_SCORE);
        }
    }
    return n;
}

/* A .gam has no word for the variation: what one was read as will be read again. */
static bool variant_was_unsaid(const struct match *m)
{
    return m->format != NULL && strcmp(m->format, "gam") == 0;
}

/* Without tags a game of another variant is taken for backgammon, which begins elsewhere. */
static int lost_variants(const struct match *m)
{
    return variant_was_unsaid(m) ? 0 : m->rules.variant != VARIANT_BACKGAMMON ? (int)m->n_games : 0;
}

static int lost_words(const struct mat_layout *l, const struct match *m)
{
    int n = 0;
    for (size_t g = 0; g < m->n_games; g++)
        for (size_t i = 0; i < m->games[g].n_events; i++) {
            const struct event *e = &m->games[g].events[i];
            bool unplayable = e->kind == EVENT_PLAY && (e->flags & EVENT_ILLEGAL) && e->play.n <= 0 && e->text != NULL;
            n += unplayable && !(e->flags & EVENT_AFTER_GIVEN) && !mat_has_impossible_dice(e) &&
                 (l->illegal_lines || mat_needs_board(&m->games[g], e));
        }
    return n;
}

/* ---- tags: a reader takes the first of a name for the fact, and keeps the others ---- */

static bool survives(const char *value)
{
    return value[0] != '\0' && utf8_fits_line(value);
}

/* A rating and an experience share a tag, parted by a slash. Whose they are is said by the line that opens a game. */
static bool rating_survives(const struct mat_layout *l, const struct match *m, int who)
{
    const struct player_info *p = &m->player[who];
    const bool in_line = l->ratings && mat_has_plain_rating(m, who) && !mat_has_elo_tag(m, who, l->xg);
    const bool rating = p->rating == NULL || (survives(p->rating) && strchr(p->rating, '/') == NULL);
    return m->n_games > 0 && (in_line || (rating && (p->experience == NULL || survives(p->experience))));
}

static bool is_rated(const struct match *m, int who)
{
    return m->player[who].rating != NULL || m->player[who].experience != NULL;
}

/* A tag that is left over becomes the fact where the record has none. */
static void count_ratings(const struct mat_layout *l, const struct match *m, struct losses *lost)
{
    lost->count[LOSS_RATINGS] = 0;
    for (int who = 0; who < 2; who++) {
        const struct player_info *p = &m->player[who];
        const char *elo = who == 0 ? "Player 1 Elo" : "Player 2 Elo";
        const bool taken = m->n_games > 0 && !is_rated(m, who) && mat_find_tag(m, elo) != NULL;
        if (!rating_survives(l, m, who))
            lost->count[LOSS_RATINGS] += (p->rating != NULL) + (p->experience != NULL);
        lost->count[LOSS_RATINGS] += taken;
        lost->count[LOSS_PROPERTIES] += taken;
    }
}

static bool says_something(const struct property *p)
{
    return p->n_values > 0 && span_trim(span_of(p->values[0])).length > 0;
}

static bool has_word_for(const struct match *m, const char *name)
{
    for (const struct property *p = mat_find_tag(m, name); p != NULL; p = p->next)
        if (strcasecmp(p->name, name) == 0 && says_something(p))
            return true;
    return false;
}

static void count_clock(const struct match *m, struct losses *lost)
{
    struct strbuf tag = {0};
    const bool whole = m->clock == NULL || (clock_tag(m->clock, &tag) && (tag.length == 0 || survives(tag.at)));
    const bool taken = m->clock == NULL && has_word_for(m, "ClockType"); /* would be read as the clock */
    lost->count[LOSS_CLOCK] = !whole + (m->video != NULL) + taken;
    lost->count[LOSS_PROPERTIES] += taken;
    strbuf_done(&tag);
}

static void count_facts(const struct match *m, struct losses *lost)
{
    const struct match_info *i = &m->info;
    const struct {
        const char *name, *value;
    } facts[] = {{"Site", i->site != NULL ? i->site : i->place},
                 {"Place", i->place},
                 {"Event", i->event},
                 {"Round", i->round},
                 {"Match ID", i->match_id},
                 {"EventDate", i->date},
                 {"EventTime", i->time},
                 {"Transcriber", i->annotator},
                 {"Date", i->date},
                 {"DateText", i->date},
                 {"Time", i->time}};
    enum { SYNONYMS = 3 }; /* the last ones are never written by us */
    const bool one_for_two = i->site != NULL && i->place != NULL && strcmp(i->site, i->place) == 0;
    lost->count[LOSS_PLACE] = one_for_two;
    const size_t n = sizeof facts / sizeof *facts;
    for (size_t k = 0; k < n; k++) {
        const bool absent = facts[k].value == NULL || span_trim(span_of(facts[k].value)).length == 0;
        const bool taken = absent && has_word_for(m, facts[k].name);
        lost->count[LOSS_PLACE] += (k < n - SYNONYMS && facts[k].value != NULL && !survives(facts[k].value)) || taken;
        lost->count[LOSS_PROPERTIES] += taken;
    }
}

static bool is_known_variation(struct span value)
{
    static const char *const known[] = {"backgammon", "nackgammon", "hypergammon"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (span_equal_nocase(span_sub(value, 0, strlen(known[i])), known[i]))
            return true;
    return false;
}

/* Read as the rule itself. Any other limit of the cube, a variation that nobody knows and a rule that is neither On nor
 * Off are kept. */
static bool sets_a_rule(const struct match *m, const struct property *p)
{
    const struct span value = span_trim(span_of(p->n_values > 0 ? p->values[0] : ""));
    if (strcasecmp(p->name, "CubeLimit") == 0) {
        const long limit = value.length > 0 ? atol(value.at) : 0;
        struct rules r;
        rules_set_cube_limit(&r, limit);
        return limit == 1 || (limit > 0 && limit == r.cube_limit);
    }
    if (strcasecmp(p->name, "Variation") == 0)
        return is_known_variation(value);
    const bool crawford = strcasecmp(p->name, "Crawford") == 0, money = m->length == 0;
    bool on;
    return span_switch(value, &on) &&
           (crawford ? !money : money && (strcasecmp(p->name, "Beaver") == 0 || strcasecmp(p->name, "Jacoby") == 0));
}

/* Its name up to the first quotation mark, one value in one line. */
static bool tag_survives(const struct property *p)
{
    const bool named = survives(p->name) && utf8_valid(span_of(p->name)) && strchr(p->name, '"') == NULL;
    return named && p->n_values <= 1 && (p->n_values == 0 || strchr(p->values[0], '\n') == NULL);
}

static void count_tags(const struct match *m, struct losses *lost)
{
    for (const struct property *p = m->properties; p != NULL; p = p->next)
        if (p->format == NULL || strcmp(p->format, "mat") == 0) {
            const bool overruled = strcasecmp(p->name, "CubeLimit") == 0 && !mat_limit_stands(m, p);
            lost->count[LOSS_PROPERTIES] += overruled || !tag_survives(p) || sets_a_rule(m, p);
            lost->count[LOSS_RULES] += !overruled && sets_a_rule(m, p);
        }
}

/* A tab is one too: it ends the first name of a bare game. */
static bool has_two_blanks(const char *name)
{
    struct strbuf line = {0};
    mat_put_text(&line, name);
    const bool two = strstr(strbuf_text(&line), "  ") != NULL || strchr(name, '\t') != NULL;
    strbuf_done(&line);
    return two;
}

/* Would the players' line be read as it stands? */
static bool name_survives(const struct mat_layout *l, const char *name)
{
    const char *comma = strrchr(name, ',');
    if (!utf8_fits_line(name) || (l->scores && comma != NULL && atof(comma + 1) > 0))
        return false;
    if (!l->scores)
        return !has_two_blanks(name) && name[0] != ';' && name[0] != '#';
    for (const char *colon = strchr(name, ':'); colon != NULL; colon = strchr(colon + 1, ':')) {
        const char *digits = colon + 1 + strspn(colon + 1, " ");
        size_t n = strspn(digits, "0123456789");
        if (n > 0 && (digits[n] == ' ' || digits[n] == '\t'))
            return false;
    }
    return true;
}

static int lost_names(const struct mat_layout *l, const struct match *m)
{
    return !name_survives(l, m->player[0].name) + !name_survives(l, m->player[1].name);
}

/* Without tags. That Jacoby's rule is not in force is news too; where it was found out by the results, it is again. */
static int lost_rules(const struct match *m)
{
    bool deduced = m->rules.jacoby && !m->jacoby_known, money = m->length == 0;
    const struct rules usual = {.variant = variant_was_unsaid(m) ? m->rules.variant : VARIANT_BACKGAMMON,
                                .cube = true,
                                .crawford = true,
                                .beavers = true,
                                .jacoby = deduced};
    return loss_of_rules(m, &usual) + (money && m->jacoby_known && !m->rules.jacoby);
}

/* Dice at the end become a roll, which has luck; those before are no cell and counted already. */
static int dice_rolled(const struct match *m)
{
    int n = 0;
    for (size_t g = 0; g < m->n_games; g++) {
        const struct game *game = &m->games[g];
        n += game->n_events > 0 && game->events[game->n_events - 1].kind == EVENT_SET_DICE;
    }
    return n;
}

/* Every kind of cell file loses these; `tags` = the head with its tags is there. */
void mat_report_losses(const struct mat_layout *l, const struct match *m, bool tags, struct diags *d)
{
    struct losses lost;
    uint64_t carried = CARRIES(ILLEGAL_BOARDS) | CARRIES(OFFERS) | CARRIES(RESULTS);
    loss_count(&lost, m, tags ? "mat" : NULL);
    lost.count[LOSS_NAMES] = lost_names(l, m);
    lost.count[LOSS_RULES] = tags ? m->length == 0 && (m->rules.automatic || m->rules.one_beaver) : lost_rules(m);
    lost.count[LOSS_SET_DICE] += dice_rolled(m);
    lost.count[LOSS_ENDINGS] = loss_of_endings(m, l->scores);
    lost.count[LOSS_WORDS] = lost_words(l, m);
    if (tags) {
        count_ratings(l, m, &lost);
        count_facts(m, &lost);
        count_tags(m, &lost);
        count_clock(m, &lost);
    } else {
        lost.count[LOSS_CRAWFORD] = loss_of_crawford(m, true);
    }
    if (l->comments)
        lost.count[LOSS_START_POSITIONS] = lost_start_positions(m);
    if (!tags)
        lost.count[LOSS_START_POSITIONS] += lost_variants(m);
    carried |= l->comments ? CARRIES(COMMENTS) : 0;
    carried |= tags ? CARRIES(MATCH_COMMENT) : 0;
    carried |= l->scores ? CARRIES(LENGTH) | CARRIES(SCORES) : 0;
    losses_report(&lost, carried, d);
}
