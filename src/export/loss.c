/* Counting what a record holds and a format does not; the contract stands in loss.h. */
#include "export/loss.h"

#include <math.h>
#include <string.h>

/* ORDER CARRIED: singular and plural of what is counted, by bit. */
static const struct words {
    const char *one, *many;
} words[] = {
    {"comment", "comments"},
    {"match comment", "match comments"},
    {"analysed decision", "analysed decisions"},
    {"luck of 1 roll", "luck of %d rolls"},
    {"mark", "marks"},
    {"further annotation set", "further annotation sets"},
    {"position after an illegal play", "positions after illegal plays"},
    {"starting position", "starting positions"},
    {"set-up within a game", "set-ups within games"},
    {"refused resignation", "refused resignations"},
    {"automatic double", "automatic doubles"},
    {"rating", "ratings"},
    {"fact about the match", "facts about the match"},
    {"rule", "rules"},
};
enum { KINDS = sizeof words / sizeof *words };

static void add(int count[KINDS], unsigned carried, int n)
{
    for (int i = 0; i < KINDS; i++)
        if (carried & (1U << i))
            count[i] += n;
}

static int count_properties(const struct property *p, const char *own)
{
    int n = 0;
    for (; p != NULL; p = p->next)
        if (own == NULL || (own[0] != '\0' && (p->format == NULL || strcmp(p->format, own) != 0)))
            n++;
    return n;
}

static void count_annotations(const struct event *e, int count[KINDS])
{
    for (const struct annotation *a = e->annotations; a != NULL; a = a->next) {
        add(count, CARRIES_ANALYSIS, a->play != NULL || a->cube != NULL);
        add(count, CARRIES_LUCK, !isnan(a->luck));
        add(count, CARRIES_MARKS,
            (a->luck_mark != LUCK_NONE) + (a->play_skill != SKILL_NONE) + (a->cube_skill != SKILL_NONE));
    }
}

/* `begun` becomes true with the first event that is not set-up. */
static void count_event(const struct event *e, bool *begun, int count[KINDS])
{
    switch (e->kind) {
    case EVENT_SET_BOARD:
    case EVENT_SET_CUBE:
    case EVENT_SET_SCORE:
        add(count, *begun ? CARRIES_POSITIONS : CARRIES_START_POSITIONS, 1);
        break;
    case EVENT_RESIGN_REFUSE:
        add(count, CARRIES_REFUSALS, 1);
        break;
    case EVENT_SET_DICE:
    case EVENT_COMMENT:
        break;
    default:
        *begun = true;
    }
    add(count, CARRIES_COMMENTS, e->comment != NULL);
    add(count, CARRIES_ILLEGAL_BOARDS, (e->flags & EVENT_AFTER_GIVEN) != 0);
    count_annotations(e, count);
}

static void count_match(const struct match *m, int count[KINDS])
{
    const struct match_info *i = &m->info;
    add(count, CARRIES_MATCH_COMMENT, m->comment != NULL);
    add(count, CARRIES_OTHER_SETS, m->n_sets > 1 ? (int)m->n_sets - 1 : 0);
    add(count, CARRIES_PLACE,
        (i->date != NULL) + (i->event != NULL) + (i->round != NULL) + (i->place != NULL) + (i->annotator != NULL) +
            (i->site != NULL) + (i->match_id != NULL) + (i->time != NULL));
    for (int who = 0; who < 2; who++)
        add(count, CARRIES_RATINGS, (m->player[who].rating != NULL) + (m->player[who].experience != NULL));
    add(count, CARRIES_RULES,
        !m->rules.cube + (m->length > 0 && !m->rules.crawford) + m->rules.beavers + m->rules.jacoby);
}

static int count_all(const struct match *m, const char *own, int count[KINDS])
{
    int properties = count_properties(m->properties, own);
    count_match(m, count);
    for (size_t g = 0; g < m->n_games; g++) {
        const struct game *game = &m->games[g];
        bool begun = false;
        add(count, CARRIES_COMMENTS, game->comment != NULL);
        add(count, CARRIES_AUTOMATIC_DOUBLES, game->automatic_doubles);
        properties += count_properties(game->properties, own);
        for (size_t e = 0; e < game->n_events; e++) {
            count_event(&game->events[e], &begun, count);
            properties += count_properties(game->events[e].properties, own);
        }
    }
    return properties;
}

static void append(struct strbuf *out, int n, const char *one, const char *many)
{
    strbuf_puts(out, out->length == 0 ? "" : ", ");
    if (strchr(many, '%') == NULL) {
        strbuf_int(out, n);
        strbuf_putc(out, ' ');
        strbuf_puts(out, n == 1 ? one : many);
    } else if (n == 1) {
        strbuf_puts(out, one);
    } else {
        const char *hole = strstr(many, "%d");
        strbuf_add(out, many, (size_t)(hole - many));
        strbuf_int(out, n);
        strbuf_puts(out, hole + 2);
    }
}

void loss_report(const struct match *m, unsigned carried, const char *own_format, struct diags *d)
{
    int count[KINDS] = {0};
    int properties = count_all(m, own_format, count);
    struct strbuf text = {0};
    for (int i = 0; i < KINDS; i++)
        if (count[i] > 0 && !(carried & (1U << i)))
            append(&text, count[i], words[i].one, words[i].many);
    if (properties > 0)
        append(&text, properties, "property of another format", "properties of other formats");
    if (text.length != 0)
        diag_at(d, SEVERITY_NOTE, 0, 0, "lost: %s", text.at);
    strbuf_done(&text);
}
