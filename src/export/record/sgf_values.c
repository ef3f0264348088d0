/* SGF property values: text, places, plays, and what came along from another SGF file. */
#include <string.h>

#include "base/utf8.h"
#include "export/record/sgf_write.h"

char sgf_colour(int who)
{
    return who == 0 ? 'W' : 'B';
}

/* ---- values ---- */

/* Text between brackets: `\` and `]` are escaped. */
void sgf_put_text(struct strbuf *out, const char *text)
{
    size_t start = out->length, special = 0;
    utf8_clean(out, text);
    for (size_t i = start; i < out->length; i++)
        special += out->at[i] == '\\' || out->at[i] == ']';
    size_t from = out->length, to = from + special;
    strbuf_fill(out, ' ', special);
    while (special != 0) { /* shift right, escaping from the end */
        char c = out->at[--from];
        out->at[--to] = c;
        if (c == '\\' || c == ']') {
            out->at[--to] = '\\';
            special--;
        }
    }
}

void sgf_put_part(struct strbuf *out, const char *text)
{
    struct strbuf escaped = {0};
    sgf_put_text(&escaped, text);
    for (const char *at = strbuf_text(&escaped); *at != '\0'; at++) {
        if (*at == ':')
            strbuf_putc(out, '\\');
        strbuf_putc(out, *at);
    }
    strbuf_done(&escaped);
}

void sgf_text_property(struct strbuf *out, const char *name, const char *text)
{
    if (text == NULL || text[0] == '\0')
        return;
    strbuf_puts(out, name);
    strbuf_putc(out, '[');
    sgf_put_text(out, text);
    strbuf_putc(out, ']');
}

void sgf_int_property(struct strbuf *out, const char *name, long value)
{
    strbuf_puts(out, name);
    strbuf_putc(out, '[');
    strbuf_int(out, value);
    strbuf_putc(out, ']');
}

/* A place on the board as a letter: fixed places, a = White's ace point. */
char sgf_point_letter(int who, int point)
{
    if (point == BOARD_BAR)
        return 'y';
    if (point == 0)
        return 'z';
    return (char)(who == 0 ? 'a' + point - 1 : 'x' - (point - 1));
}

void sgf_put_steps(struct strbuf *out, int who, const struct play *play)
{
    for (int i = 0; i < play->n; i++) {
        strbuf_putc(out, sgf_point_letter(who, play->step[i].from));
        strbuf_putc(out, sgf_point_letter(who, play->step[i].to));
    }
}

void sgf_put_dice(struct strbuf *out, const int8_t dice[2])
{
    strbuf_int(out, dice[0]);
    strbuf_int(out, dice[1]);
}

void sgf_put_number(struct strbuf *out, double x)
{
    strbuf_putc(out, ' ');
    strbuf_fixed(out, x, 6);
}

/* ---- properties that came along ---- */

/* A value as it stood between the brackets, escapes and all; nothing in it may end it early. */
void sgf_raw_value(struct strbuf *out, const char *value)
{
    bool escaped = false;
    strbuf_putc(out, '[');
    for (; *value != '\0'; value++) {
        if (*value == ']' && !escaped)
            strbuf_putc(out, '\\');
        escaped = *value == '\\' && !escaped;
        strbuf_putc(out, *value);
    }
    strbuf_puts(out, escaped ? "\\]" : "]");
}

void sgf_raw_property(struct strbuf *out, const struct property *p)
{
    strbuf_puts(out, p->name);
    for (size_t i = 0; i < p->n_values; i++)
        sgf_raw_value(out, p->values[i]);
    if (p->n_values == 0)
        strbuf_puts(out, "[]");
}

bool sgf_is_own(const struct property *p)
{
    return p->format != NULL && strcmp(p->format, "sgf") == 0;
}

/* Behind the value that begins at `at`, NULL = it does not end. */
static const char *after_value(const char *at)
{
    while (*at != '\0' && *at != ']')
        at += at[0] == '\\' && at[1] != '\0' ? 2 : 1;
    return *at == ']' ? at + 1 : NULL;
}

/* One tree and nothing behind it? Else what stands behind it in the file would be read otherwise. */
static bool is_one_tree(const char *at)
{
    size_t depth = 0;
    if (*at != '(')
        return false;
    do {
        depth += *at == '(';
        depth -= *at == ')';
        at = *at == '[' ? after_value(at + 1) : at + 1;
    } while (depth > 0 && at != NULL && *at != '\0');
    return depth == 0 && *at == '\0';
}

/* A whole sub-tree beside the main line, from parenthesis to parenthesis. */
bool sgf_is_variation(const struct property *p)
{
    if (p->format == NULL || strcmp(p->format, "sgf-variation") != 0)
        return false;
    for (size_t i = 0; i < p->n_values; i++)
        if (!is_one_tree(p->values[i]))
            return false;
    return p->n_values > 0;
}

static bool is_among(const char *name, const char *const *names)
{
    while (*names != NULL && strcmp(name, *names) != 0)
        names++;
    return *names != NULL;
}

void sgf_kept_properties(struct strbuf *out, const struct property *p, const char *const *left_out)
{
    for (; p != NULL; p = p->next)
        if (property_is_sgf_word(p) && !is_among(p->name, left_out))
            sgf_raw_property(out, p);
}

const struct property *sgf_kept(const struct property *p, const char *name)
{
    while (p != NULL && !(property_is_sgf_word(p) && strcmp(p->name, name) == 0))
        p = p->next;
    return p;
}
