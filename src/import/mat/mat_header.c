/* The lines of a .mat file outside the games: match line, tags, the players' line. Grammar: docs/formats/mat.md. */
#include "import/mat/mat_header.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/date.h"
#include "import/lines.h"

enum { SCORE_MAX = 1000000 };

/* ---- lines ---- */

/* Nothing but a full stop or a colon is left. */
static bool line_ends(struct scan *s)
{
    if (!scan_char(s, '.'))
        scan_char(s, ':');
    return scan_done(s);
}

/* What is left behind the words of a match line: nothing, or something set off by a dash, a comma, brackets ... */
static bool cut_tail(struct scan *s, struct span *tail)
{
    static const char *const marks[] = {"-", "\u2013", "\u2014", ",", ";", "(", "[", "/", "|", ":", "."};
    scan_blanks(s);
    *tail = span_trim(scan_rest(s));
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (span_starts_nocase(*tail, marks[i])) {
            const bool brackets = tail->at[0] == '(' || tail->at[0] == '[';
            *tail = brackets ? *tail : span_trim(span_sub(*tail, strlen(marks[i]), tail->length));
            return true;
        }
    return tail->length == 0;
}

static bool scan_any(struct scan *s, const char *const *words)
{
    scan_blanks(s);
    for (size_t i = 0; words[i] != NULL; i++)
        if (scan_word_nocase(s, words[i]))
            return true;
    return false;
}

static const char *const points[] = {"points", "point", "pts", "pt", NULL};

/* "Match to 5 points", "First to 5", "Match length: 5". */
static bool length_behind_words(struct scan *s, long *length)
{
    static const char *const words[] = {"match to", "match up to", "match length", NULL};
    if (!scan_any(s, words))
        return false;
    scan_blanks(s);
    scan_char(s, ':');
    scan_blanks(s);
    if (!scan_int(s, length))
        return false;
    scan_char(s, '-');
    if (scan_any(s, points))
        scan_char(s, '.');
    return true;
}

bool mat_match_line(struct span line, long *length, struct span *tail)
{
    static const char *const sessions[] = {"session", "game", "match", "play", NULL}, *const match[] = {"match", NULL};
    struct scan s = scan_of(span_trim(line)), words = s;
    if (scan_word_nocase(&s, "money") || scan_word_nocase(&s, "unlimited")) {
        *length = 0;
        return scan_any(&s, sessions) && cut_tail(&s, tail);
    }
    if (length_behind_words(&words, length))
        return cut_tail(&words, tail);
    if (!scan_int(&s, length))
        return false;
    scan_blanks(&s);
    scan_char(&s, '-');
    if (!scan_any(&s, points))
        return false;
    scan_char(&s, '.');
    scan_char(&s, '-');
    return scan_any(&s, match) && cut_tail(&s, tail);
}

bool mat_game_line(struct span line, long *number)
{
    struct scan s = scan_of(span_trim(line));
    if (!scan_word_nocase(&s, "game"))
        return false;
    scan_blanks(&s);
    return scan_int(&s, number) && line_ends(&s);
}

bool mat_two_names(struct span line, struct span names[2])
{
    struct span s = span_trim(line);
    size_t gap = 0;
    while (gap + 1 < s.length && !((s.at[gap] == ' ' && s.at[gap + 1] == ' ') || s.at[gap] == '\t'))
        gap++;
    if (gap + 1 < s.length) {
        names[0] = span_sub(s, 0, gap);
        names[1] = span_trim(span_sub(s, gap, s.length));
        for (size_t i = 0; i + 1 < names[1].length; i++)
            if (names[1].at[i] == ' ' && names[1].at[i + 1] == ' ')
                return false;
        return true;
    }
    struct scan words = scan_of(s);
    names[0] = scan_word(&words);
    names[1] = scan_word(&words);
    return names[1].length > 0 && scan_done(&words);
}

/* ": 12" at the end of `s`; cuts it off. */
static bool cut_score(struct span *s, int *score)
{
    *s = span_trim(*s);
    size_t from = s->length;
    while (from > 0 && isdigit((unsigned char)s->at[from - 1]))
        from--;
    struct span digits = span_sub(*s, from, s->length);
    while (from > 0 && s->at[from - 1] == ' ')
        from--;
    long value;
    if (from == 0 || s->at[from - 1] != ':' || !span_int(digits, &value) || value > SCORE_MAX)
        return false;
    *score = (int)value;
    s->length = from - 1;
    return true;
}

/* The end of the left half: digits after a colon, followed by two blanks (or a tab), or else by one. */
static size_t left_half(struct span s, size_t gap)
{
    for (size_t i = 0; i + gap < s.length; i++) {
        if (s.at[i] != ':')
            continue;
        size_t j = i + 1;
        while (j < s.length && s.at[j] == ' ')
            j++;
        size_t digits = j;
        while (j < s.length && isdigit((unsigned char)s.at[j]))
            j++;
        if (j > digits && j + gap <= s.length && (s.at[j] == '\t' || (s.at[j] == ' ' && s.at[j + gap - 1] == ' ')))
            return j;
    }
    return 0;
}

/* "name, 1700.12": the rating is a positive number after the last comma. */
static struct span cut_rating(struct span *name)
{
    const char *comma = memrchr(name->at, ',', name->length);
    if (comma == NULL)
        return (struct span){0};
    size_t at = (size_t)(comma - name->at);
    struct span rating = span_trim(span_sub(*name, at + 1, name->length));
    double value;
    if (!span_double(rating, &value) || value <= 0)
        return (struct span){0};
    *name = span_trim(span_sub(*name, 0, at));
    return rating;
}

bool mat_players_line(struct span line, struct mat_player side[2])
{
    struct span whole = span_trim(line);
    size_t cut = left_half(whole, 2);
    if (cut == 0)
        cut = left_half(whole, 1);
    if (cut == 0)
        return false;
    struct span half[2] = {span_sub(whole, 0, cut), span_sub(whole, cut, whole.length)};
    for (int i = 0; i < 2; i++) {
        if (!cut_score(&half[i], &side[i].score))
            return false;
        side[i].name = span_trim(half[i]);
        side[i].rating = cut_rating(&side[i].name);
    }
    return true;
}

bool mat_comment_line(struct span line, struct span *text)
{
    struct span s = span_trim(line);
    if (s.length == 0 || (s.at[0] != ';' && s.at[0] != '#'))
        return false;
    size_t blank = s.length > 1 && s.at[1] == ' ';
    *text = span_sub(s, 1 + blank, s.length);
    return true;
}

bool mat_tag(struct span text, struct span *key, struct span *value)
{
    struct span s = span_trim(text);
    if (s.length < 2 || s.at[0] != '[' || s.at[s.length - 1] != ']')
        return false;
    s = span_trim(span_sub(s, 1, s.length - 2));
    const char *open = memchr(s.at, '"', s.length);
    if (open == NULL || s.length == 0 || s.at[s.length - 1] != '"' || open == s.at + s.length - 1)
        return false;
    *key = span_trim(span_sub(s, 0, (size_t)(open - s.at)));
    *value = (struct span){open + 1, (size_t)(s.at + s.length - 1 - (open + 1))};
    return key->length > 0;
}

/* ---- what tags mean ---- */

static const char *text_or_null(struct match *m, struct span value)
{
    value = span_trim(value);
    return value.length > 0 ? arena_span(m->arena, value) : NULL;
}

/* Without the backslash that some programs write before a quotation mark. */
static struct span unquoted(struct match *m, struct span value)
{
    if (memmem(value.at, value.length, "\\\"", 2) == NULL)
        return value;
    char *out = arena_span(m->arena, value), *end = out;
    for (size_t i = 0; i < value.length; i++)
        if (value.at[i] != '\\' || i + 1 == value.length || value.at[i + 1] != '"')
            *end++ = value.at[i];
    return (struct span){out, (size_t)(end - out)};
}

/* A rule's value, where it is one. */
static bool read_switch(const struct mat_tag *tag, bool *rule, struct diags *d)
{
    if (span_switch(tag->value, rule))
        return true;
    diag_at(d, SEVERITY_WARNING, tag->place.line, tag->place.column,
            "%.*s is \"%.*s\", expected On or Off: taken as not said", span_shown(tag->key), tag->key.at,
            span_shown(tag->value), tag->value.at);
    return false;
}

/* Whatever stands between its letters and digits: "Hyper-Backgammon (2)". */
static bool variant_of(struct span value, enum variant *out)
{
    static const struct {
        const char *name;
        enum variant variant;
    } names[] = {{"backgammon", VARIANT_BACKGAMMON},
                 {"standard", VARIANT_BACKGAMMON},
                 {"nackgammon", VARIANT_NACKGAMMON},
                 {"nack", VARIANT_NACKGAMMON},
                 {"hypergammon", VARIANT_HYPERGAMMON_3},
                 {"hyperbackgammon", VARIANT_HYPERGAMMON_3},
                 {"hyper", VARIANT_HYPERGAMMON_3},
                 {"hypergammon1", VARIANT_HYPERGAMMON_1},
                 {"hypergammon2", VARIANT_HYPERGAMMON_2},
                 {"hypergammon3", VARIANT_HYPERGAMMON_3},
                 {"hyperbackgammon1", VARIANT_HYPERGAMMON_1},
                 {"hyperbackgammon2", VARIANT_HYPERGAMMON_2},
                 {"hyperbackgammon3", VARIANT_HYPERGAMMON_3}};
    char letters[24];
    size_t n = 0;
    for (size_t i = 0; i < value.length && n < sizeof letters; i++)
        if (strchr(" \t-_()", value.at[i]) == NULL)
            letters[n++] = value.at[i];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (span_equal_nocase((struct span){letters, n}, names[i].name)) {
            *out = names[i].variant;
            return true;
        }
    return false;
}

static bool read_variant(struct match *m, const struct mat_tag *tag, struct diags *d)
{
    bool known = variant_of(tag->value, &m->rules.variant);
    if (!known)
        diag_at(d, SEVERITY_WARNING, tag->place.line, tag->place.column,
                "variation \"%.*s\" is not known, expected Backgammon, NackGammon or HyperGammon: read as backgammon",
                span_shown(tag->value), tag->value.at);
    return known;
}

/* PC-like pair: we write a place as the site too, for other programs look for it there. */
static void settle_place(struct match *m)
{
    if (m->info.site != NULL && m->info.place != NULL && strcmp(m->info.site, m->info.place) == 0)
        m->info.site = NULL;
}

/* True if the record now says the same. */
static bool read_clock(struct match *m, const struct mat_tag *tag)
{
    if (m->clock != NULL || !span_equal_nocase(tag->key, "ClockType"))
        return false;
    m->clock = clock_of_tag(arena_span(m->arena, tag->value), m->arena);
    return m->clock != NULL;
}

/* True if the record now says the same. */
static bool read_info(struct match *m, const struct mat_tag *tag)
{
    const struct {
        const char *key;
        const char **field;
    } fields[] = {{"Site", &m->info.site},   {"Match ID", &m->info.match_id}, {"EventTime", &m->info.time},
                  {"Event", &m->info.event}, {"Round", &m->info.round},       {"Transcriber", &m->info.annotator},
                  {"Place", &m->info.place}};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (span_equal_nocase(tag->key, fields[i].key) && *fields[i].field == NULL) {
            *fields[i].field = text_or_null(m, tag->value);
            return *fields[i].field != NULL;
        }
    if (span_equal_nocase(tag->key, "Time") && m->info.time == NULL && date_is_time(tag->value)) /* else a limit */
        return (m->info.time = text_or_null(m, tag->value)) != NULL;
    if (m->info.date != NULL ||
        !(span_equal_nocase(tag->key, "EventDate") || span_equal_nocase(tag->key, "Date") ||
          span_equal_nocase(tag->key, "DateText"))) /* the last is our word for anything but a day */
        return false;
    return (m->info.date = text_or_null(m, tag->value)) != NULL; /* as it stands: import.c */
}

static bool read_cube_limit(struct match *m, const struct mat_tag *tag, struct diags *d)
{
    long limit = 0;
    const bool number = span_int(span_trim(tag->value), &limit);
    if (number)
        rules_set_cube_limit(&m->rules, limit);
    if (number && (limit == 1 || (limit > 1 && limit == m->rules.cube_limit)))
        return true;
    if (number && limit > 0 && (limit & (limit - 1)) == 0) /* 1024 is written by programs without a limit */
        return false;
    diag_at(d, SEVERITY_WARNING, tag->place.line, tag->place.column,
            "found a cube limit of \"%.*s\", expected a power of two: %s", span_shown(tag->value), tag->value.at,
            m->rules.cube_limit > 0 ? W_("the next lower one counts") : W_("there is no limit"));
    return false;
}

/* True if the record now says the same. */
static bool read_rule(struct match *m, const struct mat_tag *tag, struct diags *d)
{
    bool money = m->length == 0;
    if (span_equal_nocase(tag->key, "Variation") || span_equal_nocase(tag->key, "Variant"))
        return read_variant(m, tag, d);
    if (span_equal_nocase(tag->key, "CubeLimit"))
        return read_cube_limit(m, tag, d);
    if (span_equal_nocase(tag->key, "Crawford") && !money)
        return read_switch(tag, &m->rules.crawford, d);
    if (span_equal_nocase(tag->key, "Beaver") && money)
        return read_switch(tag, &m->rules.beavers, d);
    if (span_equal_nocase(tag->key, "Jacoby") && money && read_switch(tag, &m->rules.jacoby, d))
        return m->jacoby_known = true;
    return false;
}

/* A rule that is given again: the record has room for one. */
static void report_contradiction(const struct mat_tag *tags, size_t i, struct diags *d)
{
    static const char *const rules[] = {"Crawford", "Jacoby", "Beaver", "Variation", NULL};
    int rule = 0;
    while (rules[rule] != NULL && !span_equal_nocase(tags[i].key, rules[rule]))
        rule++;
    for (size_t k = 0; rules[rule] != NULL && k < i; k++)
        if (span_equal_nocase(tags[k].key, rules[rule]) && !span_same(tags[k].value, tags[i].value)) {
            diag_at(d, SEVERITY_WARNING, tags[i].place.line, tags[i].place.column,
                    "%s is \"%.*s\", line %d says something else; expected one value: this one counts", rules[rule],
                    span_shown(tags[i].value), tags[i].value.at, tags[k].place.line);
            return;
        }
}

void mat_use_tags(struct match *m, struct mat_tag *tags, size_t n, struct diags *d)
{
    for (size_t i = 0; i < n; i++)
        tags[i].value = unquoted(m, tags[i].value);
    for (size_t i = 0; i < n; i++)
        report_contradiction(tags, i, d);
    for (size_t i = 0; i < n; i++)
        if (!read_clock(m, &tags[i]) && !read_info(m, &tags[i]) && !read_rule(m, &tags[i], d))
            property_add(m, &m->properties, "mat", arena_span(m->arena, tags[i].key),
                         arena_span(m->arena, tags[i].value));
    settle_place(m);
}

/* ---- players ---- */

/* Tags use full names where the players' line has nicknames, so "contains" must do. */
static bool names_meet(const char *tag, const char *name)
{
    return tag[0] != '\0' && name[0] != '\0' && (strcasestr(tag, name) != NULL || strcasestr(name, tag) != NULL);
}

static const char *tag_value(const struct match *m, const char *key)
{
    for (const struct property *p = m->properties; p != NULL; p = p->next)
        if (strcasecmp(p->name, key) == 0 && p->n_values > 0)
            return p->values[0];
    return "";
}

/* XG names the right column "Player 1", everybody else the left. */
static bool tags_are_swapped(const struct match *m)
{
    const char *one = tag_value(m, "Player 1"), *two = tag_value(m, "Player 2");
    const char *left = m->player[0].name, *right = m->player[1].name;
    if (strcasecmp(one, left) == 0 || strcasecmp(two, right) == 0)
        return false;
    bool straight = names_meet(one, left) || names_meet(two, right);
    return !straight && (names_meet(one, right) || names_meet(two, left));
}

/* "1700.10/25" is rating and experience. */
/* "1700.10" or "1700.10/25" (rating/experience); an empty part changes nothing. */
static void set_rating(struct match *m, int player, struct span text)
{
    text = span_trim(text);
    const char *slash = text.length > 0 ? memchr(text.at, '/', text.length) : NULL;
    size_t cut = slash != NULL ? (size_t)(slash - text.at) : text.length;
    if (cut > 0)
        m->player[player].rating = arena_span(m->arena, span_trim(span_sub(text, 0, cut)));
    if (slash != NULL && cut + 1 < text.length)
        m->player[player].experience = arena_span(m->arena, span_trim(span_sub(text, cut + 1, text.length)));
}

/* XG's order of the players becomes ours, so that what is written back is not exchanged. */
static void exchange_player_tags(struct match *m)
{
    static const char *const names[][2] = {{"Player 1", "Player 2"}, {"Player 1 Elo", "Player 2 Elo"}};
    for (struct property *p = m->properties; p != NULL; p = p->next)
        for (int k = 0; k < 2; k++) {
            int which = strcasecmp(p->name, names[k][0]) == 0 ? 0 : strcasecmp(p->name, names[k][1]) == 0 ? 1 : -1;
            if (which >= 0) {
                p->name = arena_strdup(m->arena, names[k][!which]);
                break;
            }
        }
}

static bool says_rating(const char *tag, const struct player_info *p)
{
    struct strbuf text = {0};
    strbuf_puts(&text, p->rating != NULL ? p->rating : "");
    if (p->experience != NULL) {
        strbuf_putc(&text, '/');
        strbuf_puts(&text, p->experience);
    }
    bool same = span_equal(span_trim(span_of(tag)), strbuf_text(&text));
    strbuf_done(&text);
    return same;
}

/* Tags of the players go where the record says the same: the very name of the players' line, the rating. */
static void settle_player_tags(struct match *m, bool swapped)
{
    if (swapped)
        exchange_player_tags(m);
    for (int i = 0; i < 2; i++) {
        const char *name = i == 0 ? "Player 1" : "Player 2", *elo = i == 0 ? "Player 1 Elo" : "Player 2 Elo";
        if (span_equal(span_trim(span_of(tag_value(m, name))), m->player[i].name))
            property_remove(m, &m->properties, name);
        if (says_rating(tag_value(m, elo), &m->player[i]))
            property_remove(m, &m->properties, elo);
    }
}

void mat_rate_players(struct match *m)
{
    const bool swapped = tags_are_swapped(m);
    for (int i = 0; i < 2; i++)
        if (m->player[i].rating == NULL && m->player[i].experience == NULL)
            set_rating(m, i, span_of(tag_value(m, (swapped ? i == 1 : i == 0) ? "Player 1 Elo" : "Player 2 Elo")));
    settle_player_tags(m, swapped);
}

void mat_name_players(struct match *m, const struct mat_player side[2])
{
    for (int i = 0; i < 2; i++)
        m->player[i].name = arena_span(m->arena, side[i].name);
    bool swapped = tags_are_swapped(m);
    for (int i = 0; i < 2; i++) {
        bool first = swapped ? i == 1 : i == 0;
        set_rating(m, i, span_of(tag_value(m, first ? "Player 1 Elo" : "Player 2 Elo")));
        if (side[i].rating.length > 0)
            set_rating(m, i, side[i].rating);
        if (m->player[i].name[0] == '\0')
            m->player[i].name = arena_strdup(m->arena, tag_value(m, first ? "Player 1" : "Player 2"));
    }
    settle_player_tags(m, swapped);
}
