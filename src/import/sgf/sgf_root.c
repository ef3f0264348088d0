/* The root of an SGF game: the match it belongs to, its rules, names and facts, and our own words (KT). Format:
 * docs/formats/sgf.md. */
#include "import/sgf/sgf_reader.h"

#include <stdlib.h>
#include <string.h>

#include "import/lines.h"

struct span sgf_value_of(const struct sgf_reader *r, const struct sgf_node *n, const char *name)
{
    return span_trim(sgf_value(&r->tree, n, name));
}

static const char *text_of(const struct sgf_reader *r, const struct sgf_node *n, const char *name)
{
    const struct sgf_property *p = sgf_find(&r->tree, n, name);
    return p != NULL && p->n > 0 ? sgf_text(r->m->arena, r->tree.values[p->first]) : NULL;
}

static const char *text_or_null(const struct sgf_reader *r, const struct sgf_node *n, const char *name)
{
    const char *text = text_of(r, n, name);
    return text != NULL && text[0] != '\0' ? text : NULL;
}

void sgf_warn(const struct sgf_reader *r, struct place p, const char *what, struct span value)
{
    diag_at(r->d, SEVERITY_WARNING, p.line, p.column, "found \"%.*s\", %s", span_shown(value), value.at, what);
}

static void keep_values(struct sgf_reader *r, const char *format, const struct sgf_property *p, size_t from)
{
    struct property *kept = property_add(r->m, r->tail, format, p->name, p->n == 0 ? "" : NULL);
    for (size_t i = from; i < p->n; i++)
        property_add_value(r->m, kept, arena_span(r->m->arena, r->tree.values[p->first + i]));
    r->tail = &kept->next;
}

void sgf_keep_property(struct sgf_reader *r, const struct sgf_property *p)
{
    keep_values(r, "sgf", p, 0);
}

/* A format of its own: written back as they stand they would take the place of what was read. */
#define REPEATED "sgf-repeated"

void sgf_keep_repeated(struct sgf_reader *r, const struct sgf_property *p)
{
    diag_at(r->d, SEVERITY_WARNING, p->place.line, p->place.column,
            "a second %s in this node: only the first one counts, this one is kept unchanged", p->name);
    keep_values(r, REPEATED, p, 0);
}

void sgf_keep_surplus(struct sgf_reader *r, const struct sgf_property *p)
{
    if (p->n < 2)
        return;
    sgf_warn(r, p->place, W_("expected one value: the others are kept unchanged"), r->tree.values[p->first + 1]);
    keep_values(r, REPEATED, p, 1);
}

const char *sgf_joined_text(const struct sgf_reader *r, const struct sgf_node *n, const char *name)
{
    const char *joined = NULL;
    for (size_t i = 0; i < n->n; i++) {
        const struct sgf_property *p = &r->tree.properties[n->first + i];
        for (size_t k = 0; strcmp(p->name, name) == 0 && k < p->n; k++) {
            const char *text = sgf_text(r->m->arena, r->tree.values[p->first + k]);
            if (text[0] != '\0')
                comment_append(r->m, &joined, span_of(text));
        }
    }
    return joined;
}

bool sgf_is_any(const char *name, const char *const *names)
{
    for (; *names != NULL; names++)
        if (strcmp(name, *names) == 0)
            return true;
    return false;
}

/* ---- match and game ---- */

struct match_tags { /* MI */
    long length, game, score[2];
    bool other; /* some values are none of these */
};

static bool read_mi_fact(struct match_tags *t, struct span *rest)
{
    const struct {
        const char *key;
        long *value;
    } keys[] = {{"length", &t->length}, {"game", &t->game}, {"ws", &t->score[0]}, {"bs", &t->score[1]}};
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
        struct scan s = scan_of(span_trim(*rest));
        long value;
        if (scan_word_nocase(&s, keys[k].key) && (scan_blanks(&s), scan_char(&s, ':')) &&
            (scan_blanks(&s), scan_int(&s, &value)) && value >= 0 && value <= MATCH_LENGTH_MAX) {
            *keys[k].value = value;
            *rest = scan_rest(&s);
            return true;
        }
    }
    return false;
}

/* One value of MI, "length:7", or "length:7,game:0" in one; false if it is not known. */
static bool read_mi_value(struct match_tags *t, struct span text)
{
    while (read_mi_fact(t, &text)) {
        struct scan s = scan_of(span_trim(text));
        if (!scan_char(&s, ',') && !scan_char(&s, ';'))
            return true;
        text = scan_rest(&s);
    }
    return false;
}

static struct match_tags read_mi(const struct sgf_reader *r, const struct sgf_node *root)
{
    struct match_tags t = {0};
    const struct sgf_property *p = sgf_find(&r->tree, root, "MI");
    for (size_t i = 0; p != NULL && i < p->n; i++)
        t.other = !read_mi_value(&t, r->tree.values[p->first + i]) || t.other;
    return t;
}

void sgf_close_match(struct sgf_reader *r)
{
    if (r->m != NULL)
        match_hand_on(r->m, r->out);
    r->m = NULL;
}

static bool same_player(const struct sgf_reader *r, const struct sgf_node *root, const char *name, int player)
{
    const char *text = text_of(r, root, name);
    return text == NULL || strcmp(text, r->m->player[player].name) == 0;
}

/* Does this tree go on with the open match? */
static bool continues(const struct sgf_reader *r, const struct sgf_node *root, const struct match_tags *t)
{
    return r->m != NULL && t->length == r->m->length && t->game + 1 > r->m->games[r->m->n_games - 1].number &&
           same_player(r, root, "PW", 0) && same_player(r, root, "PB", 1);
}

/* "GNU Backgammon:1.07.001" */
static void read_application(struct sgf_reader *r, const struct sgf_node *root)
{
    const char *text = text_or_null(r, root, "AP");
    const char *colon = text != NULL ? strrchr(text, ':') : NULL;
    r->m->generator = text;
    size_t length = colon != NULL ? (size_t)(colon - text) : text != NULL ? strlen(text) : 0;
    r->notes = (struct sgf_notes){.m = r->m, .d = r->d, .set = -1, .moves = r->notes.moves};
    r->notes.engine = text != NULL ? arena_strndup(r->m->arena, text, length) : "unknown";
    r->notes.version = colon != NULL ? colon + 1 : NULL;
    r->notes.own = strcmp(r->notes.engine, "kibitzer") == 0;
}

/* RU: words joined by colons. Crawford is for matches, Jacoby for money. False: not all were understood, and RU is kept
 * as it stands. */
static bool read_rules(struct sgf_reader *r, const struct sgf_node *root, bool first)
{
    struct rules rules = {.variant = r->out->variant, .cube = true, .beavers = r->m->length == 0 && !r->notes.own};
    struct span text = sgf_value_of(r, root, "RU");
    const char *at = text.at, *end = text.at + text.length;
    bool other = false;
    while (at < end) {
        const char *stop = memchr(at, ':', (size_t)(end - at));
        struct span word = span_trim((struct span){at, (size_t)((stop != NULL ? stop : end) - at)});
        at = stop != NULL ? stop + 1 : end;
        if (span_equal_nocase(word, "NoCube"))
            rules.cube = false;
        else if (span_equal_nocase(word, "Crawford"))
            rules.crawford = r->m->length > 0;
        else if (span_equal_nocase(word, "Jacoby"))
            rules.jacoby = r->m->length == 0;
        else if (span_equal_nocase(word, "Nackgammon"))
            rules.variant = VARIANT_NACKGAMMON;
        else if (span_equal_nocase(word, "Hypergammon1"))
            rules.variant = VARIANT_HYPERGAMMON_1;
        else if (span_equal_nocase(word, "Hypergammon2"))
            rules.variant = VARIANT_HYPERGAMMON_2;
        else if (span_equal_nocase(word, "Hypergammon3"))
            rules.variant = VARIANT_HYPERGAMMON_3;
        else
            other = other || !(word.length == 0 || span_equal_nocase(word, "CrawfordGame"));
    }
    r->g->crawford_game = strcasestr(arena_span(r->m->arena, text), "CrawfordGame") != NULL && r->m->length > 0;
    if (first)
        r->m->rules = rules;
    if (first && r->m->length == 0)
        r->m->jacoby_known = true;
    if (other) {
        sgf_warn(r, root->place, W_("expected rules that are known here: kept unchanged"), text);
        sgf_keep_property(r, sgf_find(&r->tree, root, "RU"));
    }
    return !other;
}

static void set_rating(const struct sgf_reader *r, const struct sgf_node *root, const char *name, int player)
{
    const char *text = text_or_null(r, root, name);
    if (text != NULL)
        r->m->player[player].rating = text;
}

static void read_match_info(struct sgf_reader *r, const struct sgf_node *root)
{
    struct match *m = r->m;
    const char *names[2] = {text_of(r, root, "PW"), text_of(r, root, "PB")};
    for (int i = 0; i < 2; i++)
        m->player[i].name = names[i] != NULL ? names[i] : "";
    set_rating(r, root, "WR", 0);
    set_rating(r, root, "BR", 1);
    m->info.date = text_or_null(r, root, "DT");
    m->info.event = text_or_null(r, root, "EV");
    m->info.round = text_or_null(r, root, "RO");
    m->info.place = text_or_null(r, root, "PC");
    m->info.annotator = text_or_null(r, root, "AN");
    m->comment = text_or_null(r, root, "GC");
}

/* KT[format:name:value], our own property: what SGF has no word for. */
static void read_own_fact(struct sgf_reader *r, const char *name, const char *value)
{
    struct match *m = r->m;
    bool on = strcmp(value, "on") == 0;
    if (strcmp(name, "site") == 0) {
        m->info.site = value;
        m->info.place = NULL; /* PC then repeats the site, unless the next fact is the place */
    } else if (strcmp(name, "place") == 0)
        m->info.place = value;
    else if (strcmp(name, "match-id") == 0)
        m->info.match_id = value;
    else if (strcmp(name, "time") == 0)
        m->info.time = value;
    else if (strcmp(name, "date") == 0)
        m->info.date = value;
    else if (strcmp(name, "experience0") == 0 || strcmp(name, "experience1") == 0)
        m->player[name[10] - '0'].experience = value;
    else if (strcmp(name, "jacoby") == 0)
        m->jacoby_known = false;
    else if (strcmp(name, "beavers") == 0) {
        m->rules.one_beaver = strcmp(value, "1") == 0;
        m->rules.beavers = on || m->rules.one_beaver;
    } else if (strcmp(name, "cube-limit") == 0)
        rules_set_cube_limit(&m->rules, atol(value));
    else if (strcmp(name, "automatic") == 0)
        m->rules.automatic = on;
    else if (strcmp(name, "crawford") == 0)
        m->rules.crawford = on;
    else if (strcmp(name, "clock") == 0)
        m->clock = clock_of_text(value, m->arena);
    else if (strcmp(name, "video") == 0)
        m->video = video_of_text(value, m->arena);
    else if (strcmp(name, "ending") == 0)
        r->ending = value;
    else if (strcmp(name, "points") == 0)
        r->points = atoi(value);
    else
        sgf_set_fact(&r->notes, name, value);
}

/* PC holds the place, or where there is none the site: then our own fact is right. */
static void settle_place(struct match *m)
{
    if (m->info.site != NULL && m->info.place != NULL && strcmp(m->info.site, m->info.place) == 0)
        m->info.place = NULL;
}

/* Words of other formats, "@mat" a game's; "+" is a further value of the property before. */
struct property *sgf_keep_foreign(struct sgf_reader *r, struct property **list, const struct sgf_own_word *word,
                                  struct property *last)
{
    if (strcmp(word->format, "+") == 0 && last != NULL) {
        property_add_value(r->m, last, word->value);
        return last;
    }
    const char *format = word->format + (word->format[0] == '@');
    return property_add(r->m, list, strcmp(format, "*") != 0 ? format : NULL, word->name, word->value);
}

static void read_own_property(struct sgf_reader *r, const struct sgf_node *root)
{
    const struct sgf_property *p = sgf_find(&r->tree, root, "KT");
    struct property *last = NULL;
    for (size_t i = 0; p != NULL && i < p->n; i++) {
        struct sgf_own_word word;
        if (!sgf_own_word(r->m->arena, r->tree.values[p->first + i], &word)) {
            sgf_warn(r, p->place, W_("expected a format and a name: not read"), r->tree.values[p->first + i]);
            continue;
        }
        bool of_game = word.format[0] == '@';
        if (word.format[0] == '\0')
            read_own_fact(r, word.name, word.value);
        else
            last = sgf_keep_foreign(r, of_game ? &r->g->properties : &r->m->properties, &word, last);
    }
}

/* Does the root of a later game say something else about the match than the first one did? */
static bool is_news(const struct sgf_reader *r, const struct sgf_node *root, const char *name)
{
    const struct match *m = r->m;
    const struct {
        const char *name, *known;
    } facts[] = {{"WR", m->player[0].rating}, {"BR", m->player[1].rating}, {"DT", m->info.date},
                 {"EV", m->info.event},       {"RO", m->info.round},       {"PC", m->info.place},
                 {"AN", m->info.annotator},   {"GC", m->comment}};
    const char *text = text_of(r, root, name);
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        if (strcmp(name, facts[i].name) == 0)
            return text == NULL || facts[i].known == NULL || strcmp(text, facts[i].known) != 0;
    return true;
}

/* A value that no program's own fact explains: it should have been the length, the score ... */
static bool should_be_known(struct span value)
{
    struct scan s = scan_of(span_trim(value));
    return memchr(value.at, ':', value.length) == NULL || scan_word_nocase(&s, "length") ||
           scan_word_nocase(&s, "game") || scan_word_nocase(&s, "ws") || scan_word_nocase(&s, "bs");
}

/* Values of MI that have no field. */
static void keep_mi(struct sgf_reader *r, const struct sgf_node *root, const struct sgf_property *p)
{
    struct match_tags scratch = {0};
    struct property *kept = property_add(r->m, r->tail, "sgf", p->name, NULL);
    for (size_t i = 0; i < p->n; i++) {
        const struct span value = r->tree.values[p->first + i];
        if (read_mi_value(&scratch, value))
            continue;
        property_add_value(r->m, kept, arena_span(r->m->arena, value));
        if (should_be_known(value))
            diag_at(r->d, SEVERITY_WARNING, root->place.line, root->place.column,
                    "found MI[%.*s], expected length, game, ws or bs, a colon and a number: kept unchanged",
                    span_shown(value), value.at);
    }
    r->tail = &kept->next;
}

static void keep_root_properties(struct sgf_reader *r, const struct sgf_node *root, const struct match_tags *t,
                                 bool first, bool rules_known)
{
    static const char *const used[] = {"FF", "GM", "CA", "AP", "PW", "PB", "RU", "CV", "RE", "C",
                                       "KT", "WR", "BR", "DT", "EV", "RO", "PC", "AN", "GC", NULL};
    static const char *const more[] = {"KT", "RE", NULL}; /* whose further values are looked at elsewhere */
    if (t->other) /* first, as it is written */
        keep_mi(r, root, sgf_find(&r->tree, root, "MI"));
    for (size_t i = 0; i < root->n; i++) {
        const struct sgf_property *p = &r->tree.properties[root->first + i];
        bool mi = strcmp(p->name, "MI") == 0;
        bool later_info = !first && sgf_is_any(p->name, used + 11) && is_news(r, root, p->name);
        bool known = mi || sgf_is_any(p->name, used);
        if (strcmp(p->name, "C") == 0)
            continue;
        if (known && p->repeated)
            sgf_keep_repeated(r, p);
        else if (!known || later_info)
            sgf_keep_property(r, p);
        else if (!mi && !sgf_is_any(p->name, more) && (rules_known || strcmp(p->name, "RU") != 0))
            sgf_keep_surplus(r, p);
    }
}

static int log2_of(long value)
{
    int log = 0;
    while (log < CUBE_MAX_LOG2 && (1L << log) < value)
        log++;
    return (1L << log) == value ? log : 0;
}

void sgf_begin_game(struct sgf_reader *r, const struct sgf_node *root)
{
    struct match_tags t = read_mi(r, root);
    bool first = !continues(r, root, &t);
    long cube = 0;
    if (first) {
        sgf_close_match(r);
        r->m = match_new();
        r->m->format = "sgf";
        r->m->length = (int)t.length;
        read_match_info(r, root);
        read_application(r, root);
    }
    struct game *g = r->g = match_add_game(r->m);
    g->place = root->place;
    g->number = (int)t.game + 1;
    r->tail = &g->properties;
    r->ending = NULL;
    r->points = 0;
    for (int i = 0; i < 2; i++) {
        g->score[i] = (int)t.score[i];
        if (t.length > 0 && t.score[i] >= t.length) {
            diag_at(r->d, SEVERITY_WARNING, root->place.line, root->place.column,
                    "score %ld in a match to %ld, expected less: ignored", t.score[i], t.length);
            g->score[i] = 0;
        }
    }
    const bool rules_known = read_rules(r, root, first);
    read_own_property(r, root);
    settle_place(r->m);
    if (span_int(sgf_value_of(r, root, "CV"), &cube))
        g->automatic_doubles = log2_of(cube);
    g->comment = sgf_joined_text(r, root, "C");
    keep_root_properties(r, root, &t, first, rules_known);
    replay_begin(&r->replay, r->m, g);
    r->last_was_play = false;
}
