/* Leaves as plain text: the one place where figures are rounded and signs chosen. */
#include "document/leaf.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "base/strbuf.h"
#include "base/utf8.h"
#include "match/notation.h"

const struct typography typography_plain = {"-", false}, typography_fine = {"\xe2\x88\x92", false},
                        typography_terminal = {"-", true}, typography_paper = {"\xe2\x88\x92", true};

/* ---- numbers ---- */

static const char *const absences[ABSENCES] = {"", N_("not analysed"), N_("no decisions"), N_("n/a"),
                                               ""}; /* ORDER ABSENCE */

static double factor(enum unit unit)
{
    switch (unit) {
    case UNIT_MEMG:
        return 1000;
    case UNIT_MWC:
    case UNIT_CHANCE:
    case UNIT_SHARE:
        return 100;
    default:
        return 1;
    }
}

/* What rounds to zero has no sign (base/figure.h). */
static void put_figure(struct strbuf *out, double value, int decimals, bool sign, const struct typography *t)
{
    if (fabs(value) < 0.5 * pow(10, -decimals))
        value = 0;
    if (value < 0)
        strbuf_puts(out, t->minus);
    else if (sign && value > 0)
        strbuf_putc(out, '+');
    const size_t from = out->length;
    strbuf_fixed(out, fabs(value), decimals);
    tr_mark(out, from);
}

static void number_text(const struct number *n, const struct typography *t, struct strbuf *out)
{
    double scale = factor(n->unit), value = scale * n->value;
    enum absence why = n->why;
    if (why == ABSENT_NOT && (isnan(value) || isinf(value)))
        why = ABSENT_UNKNOWN;
    if (why != ABSENT_NOT) {
        strbuf_puts(out, *absences[why] != '\0' ? tr(absences[why]) : "");
        return;
    }
    const size_t from = out->length;
    put_figure(out, value, n->decimals, n->sign, t);
    if (n->range > 0 && !n->apart) {
        strbuf_puts(out, " \xc2\xb1 ");
        put_figure(out, scale * n->range, n->decimals, false, t);
    }
    if (n->unit == UNIT_MWC || n->unit == UNIT_SHARE)
        tr_percent(out, from);
}

static void padded_number(const struct number *n, const struct typography *t, struct strbuf *out)
{
    struct strbuf text = {0};
    number_text(n, t, &text);
    int length = (int)utf8_count(strbuf_text(&text));
    for (int i = length; i < n->width; i++)
        strbuf_putc(out, ' ');
    strbuf_puts(out, strbuf_text(&text));
    strbuf_done(&text);
}

/* ---- words ---- */

static const struct node *child_at(const struct node *n, int index)
{
    const struct node *c = n->first;
    for (; c != NULL && index > 0; index--)
        c = c->next;
    return c;
}

static const char *pattern_of(const struct node *words)
{
    const char *id = words->words.id, *plural = words->words.plural;
    return *id == '\0' ? id : plural != NULL ? tr_counted(id, plural, words->words.count) : tr(id);
}

void leaf_fill(const struct node *words, void (*piece)(void *context, const struct node *words, struct span text),
               void (*hole)(void *context, const struct node *child), void *context)
{
    const char *at = pattern_of(words);
    while (*at != '\0') {
        size_t plain = strcspn(at, "{");
        if (plain > 0)
            piece(context, words, (struct span){at, plain});
        at += plain;
        if (*at == '\0')
            return;
        const struct node *c = child_at(words, at[1] - '0');
        if (c != NULL)
            hole(context, c);
        at += 3;
    }
}

struct filling {
    const struct typography *t;
    struct strbuf *out;
};

static void add_piece(void *context, const struct node *words, struct span text)
{
    const struct filling *f = context;
    (void)words;
    strbuf_add(f->out, text.at, text.length);
}

static void add_hole(void *context, const struct node *child)
{
    const struct filling *f = context;
    node_text(child, f->t, f->out);
}

/* ---- the others ---- */

static void pair_text(const struct node *n, const char *pattern, struct strbuf *out)
{
    struct strbuf pair[2] = {{0}, {0}};
    strbuf_int(&pair[0], n->pair[0]);
    strbuf_int(&pair[1], n->pair[1]);
    tr_put(out, pattern, (const char *const[]){strbuf_text(&pair[0]), strbuf_text(&pair[1])}, 2);
    strbuf_done(&pair[0]);
    strbuf_done(&pair[1]);
}

static void play_text(const struct node *n, struct strbuf *out)
{
    struct strbuf text = {0};
    notation_write(&text, n->play.before, n->play.play, NOTATION_MERGED);
    strbuf_puts(out, tr(strbuf_text(&text))); /* "cannot move" */
    strbuf_done(&text);
}

/* Beside it stand figures, which would go with it. */
static void part_from_ours(const struct typography *t, struct strbuf *out, size_t from)
{
    if (!t->isolates)
        return;
    utf8_disarm(out, from, ' ', true);
    utf8_isolate(out, from);
}

void leaf_text(const struct node *n, const struct typography *t, struct strbuf *out)
{
    const size_t from = out->length;
    switch (n->kind) {
    case NODE_WORDS:
        leaf_fill(n, add_piece, add_hole, &(struct filling){t, out});
        break;
    case NODE_NUMBER:
        padded_number(&n->number, t, out);
        break;
    case NODE_ROLL:
        pair_text(n, "{0}{1}", out);
        break;
    case NODE_SCORE:
        pair_text(n, tr(C_("score", "{0}\xe2\x80\x93{1}")), out);
        break;
    case NODE_PLAY:
        play_text(n, out);
        break;
    case NODE_MARK:
        strbuf_puts(out, skill_mark(n->mark));
        break;
    case NODE_DATE:
        tr_date(out, n->text);
        part_from_ours(t, out, from);
        break;
    default: /* TEXT, PLAYER, ID */
        strbuf_puts(out, n->text);
        part_from_ours(t, out, from);
    }
}

void node_text(const struct node *n, const struct typography *t, struct strbuf *out)
{
    if (node_is_leaf(n)) {
        leaf_text(n, t, out);
        return;
    }
    for (const struct node *c = n->first; c != NULL; c = c->next)
        node_text(c, t, out);
}
