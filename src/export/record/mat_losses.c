/* What .mat and its relatives cannot carry: counted on the record, by what a reader will make of the cells. Format:
 * docs/formats/mat.md. */
#include "export/record/mat_write.h"

#include <stdlib.h>
#include <string.h>

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

/* Readers find out how a game ended from its result. */
static enum ending ending_by_result(const struct mat_layout *l, const struct match *m, const struct game *g)
{
    struct replay r;
    bool rolled = false, match = l->scores && m->length > 0;
    replay_begin(&r, m, g);
    for (size_t i = 0; i < g->n_events; i++) {
        enum event_kind kind = g->events[i].kind;
        rolled = rolled || g->events[i].dice[0] != 0;
        if (kind != EVENT_RESIGN && kind != EVENT_RESIGN_ACCEPT && kind != EVENT_RESIGN_REFUSE)
            replay_apply(&r, &g->events[i], NULL);
    }
    if (r.winner != NOBODY)
        return r.winner == g->winner ? r.ending : ENDING_SETTLED;
    bool offered = r.now.offer >= OFFER_DOUBLE && r.now.offer <= OFFER_RACCOON;
    if (offered && r.now.turn != g->winner && g->points == r.now.cube)
        return ENDING_DROP;
    for (int size = 1; size <= 3 && rolled; size++)
        if (g->points == size * r.now.cube ||
            (match && g->points < size * r.now.cube && g->points == position_away(&r.now, g->winner)))
            return ENDING_RESIGNED;
    return ENDING_FORFEIT;
}

static int lost_endings(const struct mat_layout *l, const struct match *m)
{
    int n = 0;
    for (size_t g = 0; g < m->n_games; g++)
        n += m->games[g].winner != NOBODY && m->games[g].ending != ending_by_result(l, m, &m->games[g]);
    return n;
}

/* Without tags a game of another variant is taken for backgammon, which begins elsewhere. */
static int lost_variants(const struct match *m)
{
    return m->rules.variant != VARIANT_BACKGAMMON ? (int)m->n_games : 0;
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

/* A rating and an experience share a tag, parted by a slash. */
static int lost_ratings(const struct mat_layout *l, const struct match *m)
{
    int n = 0;
    for (int who = 0; who < 2; who++) {
        const struct player_info *p = &m->player[who];
        bool in_line = l->ratings && mat_has_plain_rating(m, who);
        bool tag_taken = mat_find_tag(m, who == 0 ? "Player 1 Elo" : "Player 2 Elo") != NULL;
        bool slash = p->rating != NULL && strchr(p->rating, '/') != NULL;
        if (!in_line && (slash || tag_taken))
            n += (p->rating != NULL) + (p->experience != NULL);
    }
    return n;
}

/* Would the players' line be read as it stands? */
static bool name_survives(const struct mat_layout *l, const char *name)
{
    size_t length = strlen(name);
    const char *comma = strrchr(name, ',');
    bool trimmed = length > 0 && (strchr(" \t\n\r", name[0]) != NULL || strchr(" \t\n\r", name[length - 1]) != NULL);
    if (trimmed || (l->scores && comma != NULL && atof(comma + 1) > 0))
        return false;
    if (!l->scores)
        return strstr(name, "  ") == NULL && strchr(name, '\t') == NULL && name[0] != ';' && name[0] != '#';
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
    const struct rules usual = {.cube = true, .crawford = true, .beavers = true, .jacoby = deduced};
    return loss_of_rules(m, &usual) + (money && m->jacoby_known && !m->rules.jacoby);
}

/* Every kind of cell file loses these; `tags` = the head with its tags is there. */
void mat_report_losses(const struct mat_layout *l, const struct match *m, bool tags, struct diags *d)
{
    struct losses lost;
    unsigned carried = CARRIES(ILLEGAL_BOARDS) | CARRIES(OFFERS);
    loss_count(&lost, m, tags ? "mat" : NULL);
    lost.count[LOSS_NAMES] = lost_names(l, m);
    lost.count[LOSS_RULES] = tags ? m->rules.automatic && m->length == 0 : lost_rules(m);
    lost.count[LOSS_ENDINGS] = lost_endings(l, m);
    lost.count[LOSS_WORDS] = lost_words(l, m);
    if (tags)
        lost.count[LOSS_RATINGS] = lost_ratings(l, m);
    else
        lost.count[LOSS_CRAWFORD] = loss_of_crawford(m, true);
    if (l->comments)
        lost.count[LOSS_START_POSITIONS] = lost_start_positions(m);
    if (!tags)
        lost.count[LOSS_START_POSITIONS] += lost_variants(m);
    carried |= l->comments ? CARRIES(COMMENTS) : 0;
    carried |= tags ? CARRIES(MATCH_COMMENT) | CARRIES(PLACE) : 0;
    carried |= l->scores ? CARRIES(LENGTH) | CARRIES(SCORES) : 0;
    losses_report(&lost, carried, d);
}
