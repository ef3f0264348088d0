/* Making documents; see draft.h. */
#include "document/draft.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/xmalloc.h"

/* ---- terms ---- */

static void note_words(struct draft *b, const struct node *n)
{
    glossary_note(&b->used, &b->terms, n->words.plural != NULL && n->words.count != 1 ? n->words.plural : n->words.id);
}

/* Not of pieces, which many drafts are. */
static bool is_explained(const struct draft *b)
{
    return b->n_opened > 0 && b->opened[0].kind == NODE_DOCUMENT && !b->unexplained;
}

/* The terms in a node and below it. */
static void note_terms(struct draft *b, const struct node *n)
{
    if (n->kind == NODE_WORDS)
        note_words(b, n);
    if (n->kind == NODE_NUMBER && n->number.range > 0 && !n->number.apart)
        glossary_note(&b->used, &b->terms, "\xc2\xb1");
    for (int i = 0; n->kind == NODE_TABLE && i < n->table.n; i++)
        if (n->table.at[i].title != NULL && n->table.at[i].title->kind == NODE_WORDS)
            note_words(b, n->table.at[i].title);
    for (const struct node *c = n->first; c != NULL; c = c->next)
        note_terms(b, c);
}

static void put_glossary(struct draft *b, const struct glossary_used *used, const size_t *order)
{
    draft_section(b, ROLE_GLOSSARY, 2, "glossary", "Glossary");
    node_begin(b, NODE_FACTS, ROLE_GLOSSARY);
    for (size_t i = 0; i < glossary_count; i++)
        if (glossary_has(used, order[i]))
            fact_words(b, glossary[order[i]].name, glossary[order[i]].text);
    node_end(b);
    draft_close(b);
}

/* What the terms mean that the document used. */
static void glossary_section(struct draft *b)
{
    const struct glossary_used used = b->used;
    size_t *order = xcalloc(glossary_count, sizeof *order);
    bool any = false;
    for (size_t i = 0; i < glossary_count; i++)
        any = any || glossary_has(&used, i);
    glossary_order(order);
    if (any)
        put_glossary(b, &used, order);
    xfree(order);
}

/* ---- containers ---- */

void draft_begin(struct draft *b, const struct match *m, struct node_receiver *to)
{
    *b = (struct draft){.arena = arena_new(), .to = to, .match = m};
}

void draft_end(struct draft *b)
{
    assert(b->n_opened == 0 && b->at == NULL);
    arena_free(b->arena);
}

struct node *draft_open(struct draft *b, enum node_kind kind, enum role role, const char *anchor)
{
    assert(b->at == NULL && b->n_opened < DRAFT_DEPTH);
    struct node *n = &b->opened[b->n_opened++];
    *n = (struct node){.kind = kind, .role = role, .side = NOBODY, .anchor = anchor};
    n->themes = kind == NODE_DOCUMENT ? b->themes : 0;
    if (kind == NODE_DOCUMENT && !b->unexplained) {
        b->used = (struct glossary_used){{0}};
        glossary_index_fill(&b->terms);
    }
    b->at = n;
    return n;
}

void draft_ready(struct draft *b)
{
    struct node *n = b->at;
    assert(b->n_opened > 0 && n == &b->opened[b->n_opened - 1]);
    if (is_explained(b))
        note_terms(b, n);
    b->to->open(b->to, n);
    n->first = n->last = NULL; /* their memory is used again */
    n->anchor = NULL;
    b->at = NULL;
    arena_clear(b->arena);
}

void draft_close(struct draft *b)
{
    assert(b->at == NULL && b->n_opened > 0);
    if (b->n_opened == 1 && is_explained(b))
        glossary_section(b);
    b->to->close(b->to, &b->opened[--b->n_opened]);
}

void draft_section(struct draft *b, enum role role, int level, const char *anchor, const char *heading)
{
    draft_open(b, NODE_SECTION, role, anchor)->level = level;
    heading_begin(b, level);
    put_words(b, heading);
    node_end(b);
    draft_ready(b);
}

struct node *draft_fold(struct draft *b, int level, const char *anchor)
{
    struct node *s = draft_open(b, NODE_SECTION, ROLE_MORE, anchor);
    s->level = level;
    s->folded = true;
    heading_begin(b, level);
    return s;
}

static void title_of(struct draft *b, const char *title)
{
    heading_begin(b, 1);
    put_text(b, tr(title));
    node_end(b);
    draft_ready(b);
}

void draft_titled(struct draft *b, enum role role, const char *title)
{
    draft_page(b, role, title, 0);
}

void draft_page(struct draft *b, enum role role, const char *title, int pages)
{
    draft_open(b, NODE_DOCUMENT, role, NULL)->pages = pages;
    char *own = xstrdup(title); /* it may be the draft's own, which is gone with the first block */
    title_of(b, own);
    draft_open(b, NODE_SECTION, ROLE_HEAD, NULL)->level = 1;
    title_of(b, own);
    xfree(own);
}

void draft_table(struct draft *b, enum role role, const struct column *columns, int n)
{
    draft_list(b, role, columns, n, NULL, 0);
}

void draft_list(struct draft *b, enum role role, const struct column *columns, int n, const char *list, int pages)
{
    struct node *t = draft_open(b, NODE_TABLE, role, list);
    t->pages = pages;
    t->table.at = columns;
    t->table.n = n;
    draft_ready(b);
}

/* ---- parts ---- */

static bool is_passed(const struct node *n)
{
    return n->kind != NODE_DOCUMENT && !(n->kind == NODE_SECTION && n->role == ROLE_HEAD);
}

static bool is_left_out(const struct draft_part *p, const struct node *n)
{
    const bool at_top = p->depth == 0 && n->kind == NODE_SECTION;
    return (n->kind == NODE_SECTION && n->role == ROLE_GLOSSARY) ||
           (at_top &&
            ((p->only != ROLE_NONE && n->role != p->only) || (p->without != ROLE_NONE && n->role == p->without)));
}

static void pass_open(struct node_receiver *r, const struct node *n)
{
    struct draft_part *p = (struct draft_part *)r;
    struct node copy = *n, heading;
    if (p->hidden > 0 || is_left_out(p, n)) {
        p->hidden++;
        return;
    }
    p->depth += n->kind != NODE_DOCUMENT;
    if (!is_passed(n))
        return;
    if (copy.kind == NODE_SECTION)
        copy.level++;
    if (copy.first != NULL && copy.first->kind == NODE_HEADING) {
        heading = *copy.first;
        heading.level++;
        copy.last = copy.last == copy.first ? &heading : copy.last;
        copy.first = &heading;
    }
    if (is_explained(p->into))
        note_terms(p->into, &copy);
    p->into->to->open(p->into->to, &copy);
}

static void pass_block(struct node_receiver *r, const struct node *n)
{
    struct draft_part *p = (struct draft_part *)r;
    if (p->hidden > 0 || n->kind == NODE_NAV || (p->only != ROLE_NONE && p->depth == 0))
        return;
    if (is_explained(p->into))
        note_terms(p->into, n);
    p->into->to->take(p->into->to, n);
}

static void pass_close(struct node_receiver *r, const struct node *n)
{
    struct draft_part *p = (struct draft_part *)r;
    if (p->hidden > 0) {
        p->hidden--;
        return;
    }
    p->depth -= n->kind != NODE_DOCUMENT;
    if (is_passed(n))
        p->into->to->close(p->into->to, n);
}

struct draft_part draft_part(struct draft *b)
{
    assert(b->at == NULL);
    return (struct draft_part){.receiver = {pass_open, pass_block, pass_close}, .into = b};
}

/* ---- nodes ---- */

static struct node *append(struct draft *b, enum node_kind kind, enum role role)
{
    struct node *n = arena_alloc(b->arena, sizeof *n);
    *n = (struct node){.kind = kind, .role = role, .side = NOBODY, .parent = b->at};
    if (b->at != NULL && b->at->last != NULL)
        b->at->last->next = n;
    else if (b->at != NULL)
        b->at->first = n;
    if (b->at != NULL)
        b->at->last = n;
    return n;
}

struct node *node_begin(struct draft *b, enum node_kind kind, enum role role)
{
    return b->at = append(b, kind, role);
}

void node_end(struct draft *b)
{
    struct node *done = b->at;
    b->at = done->parent;
    if (b->at != NULL)
        return;
    if (is_explained(b))
        note_terms(b, done);
    b->to->take(b->to, done);
    arena_clear(b->arena);
}

struct node *heading_begin(struct draft *b, int level)
{
    struct node *n = node_begin(b, NODE_HEADING, ROLE_NONE);
    n->level = level;
    return n;
}

struct node *words_begin(struct draft *b, const char *one, const char *many, long count)
{
    struct node *n = node_begin(b, NODE_WORDS, ROLE_NONE);
    n->words.id = one;
    n->words.plural = many;
    n->words.count = count;
    return n;
}

struct node *link_begin(struct draft *b, const char *page, const char *anchor)
{
    struct node *n = node_begin(b, NODE_LINK, ROLE_NONE);
    n->link.page = page;
    n->link.anchor = anchor;
    return n;
}

struct node *table_begin(struct draft *b, enum role role, const struct column *columns, int n)
{
    struct node *t = node_begin(b, NODE_TABLE, role);
    t->table.at = columns;
    t->table.n = n;
    return t;
}

void cell_begin(struct draft *b, int column)
{
    const struct node *table = b->at;
    while (table != NULL && table->kind != NODE_TABLE)
        table = table->parent;
    if (table == NULL)
        table = &b->opened[b->n_opened - 1];
    assert(table->kind == NODE_TABLE);
    node_begin(b, NODE_CELL, ROLE_NONE)->column = &table->table.at[column];
}

void fact_begin(struct draft *b, const char *name)
{
    node_begin(b, NODE_FACT, ROLE_NONE);
    put_words(b, name);
}

const char *draft_string(struct draft *b, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char *s = arena_alloc(b->arena, (size_t)length + 1);
    va_start(args, format);
    vsnprintf(s, (size_t)length + 1, format, args);
    va_end(args);
    return s;
}

const char *draft_filled(struct draft *b, const char *id, const char *const *filling, size_t n)
{
    struct strbuf text = {0};
    tr_put(&text, tr(id), filling, n);
    const char *kept = arena_strdup(b->arena, strbuf_text(&text));
    strbuf_done(&text);
    return kept;
}

/* ---- leaves ---- */

struct node *put_words(struct draft *b, const char *text)
{
    struct node *n = append(b, NODE_WORDS, ROLE_NONE);
    n->words.id = text;
    return n;
}

static struct node *put_string(struct draft *b, enum node_kind kind, const char *text)
{
    struct node *n = append(b, kind, ROLE_NONE);
    n->text = text;
    return n;
}

struct node *put_text(struct draft *b, const char *text)
{
    return put_string(b, NODE_TEXT, text != NULL ? text : "");
}

const char *draft_player_name(const struct draft *b, int who)
{
    const char *name = b->match->player[who].name;
    bool named = name != NULL && name[strspn(name, " \t\r\n")] != '\0';
    return named ? name : who == 0 ? tr("Player 1") : tr("Player 2");
}

struct node *put_player(struct draft *b, int who)
{
    struct node *n = put_string(b, NODE_PLAYER, draft_player_name(b, who));
    n->side = who;
    return n;
}

struct node *put_name(struct draft *b, int side, const char *name)
{
    struct node *n = put_string(b, NODE_PLAYER, name);
    n->side = side;
    return n;
}

struct node *put_number(struct draft *b, struct number number)
{
    if (number.faint)
        node_begin(b, NODE_SPAN, ROLE_FAINT);
    struct node *n = append(b, NODE_NUMBER, ROLE_NONE);
    n->number = number;
    if (number.faint)
        node_end(b);
    return n;
}

struct node *put_ranged(struct draft *b, struct number number)
{
    struct number end = number;
    number.apart = true;
    struct node *n = put_number(b, number);
    if (!(number.range > 0) || number.why != ABSENT_NOT)
        return n;
    if (number.sign) {
        node_begin(b, NODE_SPAN, ROLE_SMALL);
        put_words(b, " \xc2\xb1 ");
        put_number(b, (struct number){.value = number.range, .decimals = number.decimals, .unit = number.unit});
        node_end(b);
        return n;
    }
    end.range = end.full = 0;
    end.decimals = number.decimals > 1 ? number.decimals - 1 : number.decimals;
    node_begin(b, NODE_SPAN, ROLE_SMALL);
    words_begin(b, " ({0}\xe2\x80\x93{1})", NULL, 0);
    end.value = fmax(0, number.value - number.range);
    put_number(b, end);
    end.value = number.value + number.range;
    put_number(b, end);
    node_end(b);
    node_end(b);
    return n;
}

struct node *put_count(struct draft *b, int64_t n)
{
    return put_number(b, (struct number){.value = (double)n});
}

struct node *put_emg(struct draft *b, double equity)
{
    return put_number(b, (struct number){.value = equity, .decimals = 3, .unit = UNIT_EMG, .sign = true});
}

struct node *put_value(struct draft *b, double mwc, int decimals)
{
    bool money = b->match->length == 0;
    return put_number(
        b, (struct number){
               .value = mwc, .decimals = money ? 3 : decimals, .unit = money ? UNIT_POINTS : UNIT_MWC, .sign = true});
}

static struct node *put_pair(struct draft *b, enum node_kind kind, int first, int second)
{
    struct node *n = append(b, kind, ROLE_NONE);
    n->pair[0] = first;
    n->pair[1] = second;
    return n;
}

struct node *put_roll(struct draft *b, const int8_t dice[2])
{
    return put_pair(b, NODE_ROLL, dice[0], dice[1]);
}

struct node *put_score(struct draft *b, const int score[2])
{
    return put_pair(b, NODE_SCORE, score[0], score[1]);
}

struct node *put_play(struct draft *b, const struct board *before, const struct play *play)
{
    struct node *n = append(b, NODE_PLAY, ROLE_NONE);
    n->play.before = before;
    n->play.play = play;
    return n;
}

struct node *put_date(struct draft *b, const char *date)
{
    return put_string(b, NODE_DATE, date);
}

struct node *put_mark(struct draft *b, enum skill mark)
{
    struct node *n = append(b, NODE_MARK, ROLE_NONE);
    n->mark = mark;
    return n;
}

/* ---- blocks of plain content ---- */

void fact_text(struct draft *b, const char *name, const char *text)
{
    if (text == NULL || *text == '\0')
        return;
    fact_begin(b, name);
    put_text(b, text);
    node_end(b);
}

void fact_words(struct draft *b, const char *name, const char *words)
{
    fact_begin(b, name);
    put_words(b, words);
    node_end(b);
}

void quote(struct draft *b, const char *text)
{
    if (text == NULL)
        return;
    node_begin(b, NODE_QUOTE, ROLE_NONE);
    put_text(b, text);
    node_end(b);
}

void note(struct draft *b, enum role role, const char *words)
{
    node_begin(b, NODE_PARAGRAPH, role);
    put_words(b, words);
    node_end(b);
}

void fact_id(struct draft *b, const char *name, const char *id)
{
    fact_begin(b, name);
    put_string(b, NODE_ID, arena_strdup(b->arena, id));
    node_end(b);
}

void put_counted(struct draft *b, const char *one, const char *many, int64_t n)
{
    words_begin(b, one, many, (long)n);
    put_count(b, n);
    node_end(b);
}

void cell_text(struct draft *b, int column, const char *text)
{
    cell_begin(b, column);
    put_text(b, text);
    node_end(b);
}

void cell_count(struct draft *b, int column, int64_t n)
{
    cell_begin(b, column);
    put_count(b, n);
    node_end(b);
}

void cell_score(struct draft *b, int column, const int score[2])
{
    cell_begin(b, column);
    put_score(b, score);
    node_end(b);
}

void cell_ranged(struct draft *b, int column, struct number n)
{
    cell_begin(b, column);
    put_ranged(b, n);
    node_end(b);
}
