/* UBGI; see ubgi.h. */
#include "play/ubgi.h"

#include <string.h>

#include "base/version.h"
#include "format/posid.h"
#include "play/external.h"
#include "play/player.h"

enum { PLIES_MAX = 4 };

static void fail(struct strbuf *out, const char *code, const char *detail)
{
    strbuf_printf(out, "error %s %s\n", code, detail);
}

/* The rules that an ID does not say are those of the conversation. */
static bool read_position(const struct ubgi *u, struct span text, struct position *p)
{
    const char *problem;
    size_t fault;
    *p = (struct position){.rules = u->rules};
    if (span_starts_nocase(text, "board:"))
        return external_read(text, p, &problem);
    return any_id_read(text, p, &problem, &fault) && p->state == GAME_PLAYING && p->resigned == 0;
}

/* ---- keys ---- */

static const char name_of_plies[] = "engine.ply", name_of_variant[] = "game.variant", name_of_jacoby[] = "game.jacoby",
                  name_of_beavers[] = "game.beavers";

static bool *rule_named(struct ubgi *u, struct span name)
{
    return span_equal(name, name_of_jacoby)    ? &u->rules.jacoby
           : span_equal(name, name_of_beavers) ? &u->rules.beavers
                                               : NULL;
}

static void list_keys(const struct ubgi *u, struct strbuf *out)
{
    strbuf_printf(out, "key %s int 1..%d %d 1 is GNU Backgammon's 0\n", name_of_plies, PLIES_MAX + 1,
                  u->level.plies + 1);
    strbuf_printf(out, "key %s enum backgammon backgammon\n", name_of_variant);
    strbuf_printf(out, "key %s bool %s in money play\n", name_of_jacoby, u->rules.jacoby ? "true" : "false");
    strbuf_printf(out, "key %s bool %s in money play\n", name_of_beavers, u->rules.beavers ? "true" : "false");
}

static void get_key(struct ubgi *u, struct span name, struct strbuf *out)
{
    const bool *rule = rule_named(u, name);
    if (span_equal(name, name_of_plies))
        strbuf_printf(out, "value %s %d\n", name_of_plies, u->level.plies + 1);
    else if (span_equal(name, name_of_variant))
        strbuf_printf(out, "value %s backgammon\n", name_of_variant);
    else if (rule != NULL)
        strbuf_printf(out, "value %.*s %s\n", (int)name.length, name.at, *rule ? "true" : "false");
    else
        fail(out, "unsupported", "get: there is no such key; `keys` lists them");
}

/* The same level at another depth. */
static bool set_plies(struct ubgi *u, struct span value)
{
    struct level l;
    const char digit = value.length == 1 ? value.at[0] : '0';
    if (digit < '1' || digit > '1' + PLIES_MAX)
        return false;
    const char name[] = {(char)(digit - 1), 'p', 'l', 'y', '\0'};
    (void)level_parse(name, &l);
    l.cubeful = u->level.cubeful;
    l.noise = u->level.noise;
    l.noise_seed = u->level.noise_seed;
    u->level = l;
    return true;
}

static void set_key(struct ubgi *u, struct span name, struct span value, struct strbuf *out)
{
    bool *rule = rule_named(u, name);
    const bool yes = span_equal(value, "true"), no = span_equal(value, "false");
    if (span_equal(name, name_of_plies) && !set_plies(u, value))
        fail(out, "bad_value", "engine.ply must_be 1..5");
    else if (span_equal(name, name_of_variant) && !span_equal(value, "backgammon"))
        fail(out, "bad_value", "game.variant must_be backgammon");
    else if (rule != NULL && !yes && !no)
        fail(out, "bad_value", "must_be true or false");
    else if (rule != NULL)
        *rule = yes;
    else if (!span_equal(name, name_of_plies) && !span_equal(name, name_of_variant))
        fail(out, "unsupported", "set: there is no such key; `keys` lists them");
}

/* `name N value V`. */
static void set_option(struct ubgi *u, struct span rest, struct strbuf *out)
{
    const bool named = span_equal(span_word(&rest), "name");
    const struct span name = span_word(&rest);
    if (named && span_equal(span_word(&rest), "value"))
        set_key(u, name, rest, out);
    else
        fail(out, "bad_command", "expected: setoption name <key> value <value>");
}

/* ---- positions and decisions ---- */

static void place(struct ubgi *u, struct span rest, struct strbuf *out)
{
    const struct span kind = span_word(&rest);
    if (!span_equal(kind, "gnubgid") && !span_equal(kind, "xgid"))
        fail(out, "unsupported", "expected: position gnubgid <id> or position xgid <id>");
    else if (!read_position(u, rest, &u->p))
        fail(out, "bad_value", "position: the ID is not one of a game that goes on");
    else
        u->placed = true;
}

static void throw_dice(struct ubgi *u, struct span rest, struct strbuf *out)
{
    const struct span a = span_word(&rest), b = span_word(&rest);
    const bool dice = a.length == 1 && b.length == 1 && rest.length == 0 && strchr("123456", a.at[0]) != NULL &&
                      strchr("123456", b.at[0]) != NULL;
    if (!u->placed)
        fail(out, "bad_state", "missing position");
    else if (!dice)
        fail(out, "bad_value", "dice must_be two numbers from 1 to 6");
    if (!u->placed || !dice)
        return;
    u->p.dice[0] = a.at[0] - '0';
    u->p.dice[1] = b.at[0] - '0';
}

static void put_play(const struct ranked_plays *plays, struct strbuf *out)
{
    if (plays->n > 0 && plays->at[0].play.n > 0)
        external_play(out, &plays->at[0].play, NULL, false);
    else
        strbuf_puts(out, "pass");
}

/* Of the position after the play, seen by the opponent. */
static void put_id_after(const struct position *p, const struct ranked_plays *plays, struct strbuf *out)
{
    char id[POSITION_ID_LENGTH + 1];
    struct board after = plays->n > 0 ? plays->at[0].after : p->board;
    board_flip(&after, &after);
    position_id(&after, id);
    strbuf_printf(out, "bestmoveid %s\n", id);
}

static void put_cube(const struct ubgi *u, const struct engine *e, struct worker *w, struct strbuf *out)
{
    struct position before = u->p;
    struct strbuf said = {0};
    if (before.offer == OFFER_NONE)
        before.dice[0] = before.dice[1] = 0;
    external_decide(e, w, &u->level, &before, false, &said);
    strbuf_puts(out, strcmp(strbuf_text(&said), "roll") == 0 ? "nodouble" : strbuf_text(&said));
    strbuf_done(&said);
}

enum asked { ASKED_PLAY, ASKED_CUBE, ASKED_TURN };

static void decide(const struct ubgi *u, const struct engine *e, struct worker *w, enum asked asked, bool by_role,
                   struct strbuf *out)
{
    struct ranked_plays plays = {0};
    if (asked != ASKED_CUBE)
        engine_plays(e, w, &u->p, &u->level, NULL, &plays);
    strbuf_puts(out, asked == ASKED_PLAY ? "bestmove " : asked == ASKED_CUBE ? "bestcube " : "bestturn cube=");
    if (asked != ASKED_PLAY)
        put_cube(u, e, w, out);
    if (asked != ASKED_CUBE)
        strbuf_puts(out, asked == ASKED_TURN ? " move=" : "");
    if (asked != ASKED_CUBE)
        put_play(&plays, out);
    strbuf_putc(out, '\n');
    if (by_role && asked == ASKED_PLAY)
        put_id_after(&u->p, &plays, out);
    ranked_plays_done(&plays);
}

static void go(const struct ubgi *u, const struct engine *e, struct worker *w, struct span rest, struct strbuf *out)
{
    struct span what = span_word(&rest);
    const bool by_role = span_equal(what, "role"), rolled = u->p.dice[0] != 0 && u->p.offer == OFFER_NONE;
    if (by_role)
        what = span_word(&rest);
    const bool any = what.length == 0, cube = span_equal(what, "cube"), turn = span_equal(what, "turn");
    if (!any && !cube && !turn && !span_equal(what, "chequer"))
        fail(out, "unsupported", "expected: go, go chequer, go cube or go turn");
    else if (!u->placed)
        fail(out, "bad_state", "missing position");
    else if (!rolled && !cube && !any)
        fail(out, "bad_state", "missing dice");
    else
        decide(u, e, w, turn ? ASKED_TURN : cube || !rolled ? ASKED_CUBE : ASKED_PLAY, by_role, out);
}

/* ---- lines ---- */

static void greet(struct ubgi *u, struct strbuf *out)
{
    strbuf_puts(out, "id name kibitzer\nid author the kibitzer project\nid version " KIBITZER_VERSION
                     "\nproto 0.2\nubgiok\nreadyok\n");
    u->ready_said = true;
}

static void be_ready(struct ubgi *u, struct strbuf *out)
{
    if (!u->ready_said)
        strbuf_puts(out, "readyok\n");
    u->ready_said = false;
}

/* False: it is no word of 0.2. */
static bool take_word(struct ubgi *u, const struct engine *e, struct worker *w, struct span word, struct span rest,
                      struct strbuf *out)
{
    if (span_equal(word, "isready"))
        be_ready(u, out);
    else if (span_equal(word, "newgame"))
        u->placed = false;
    else if (span_equal(word, "position"))
        place(u, rest, out);
    else if (span_equal(word, "dice"))
        throw_dice(u, rest, out);
    else if (span_equal(word, "go"))
        go(u, e, w, rest, out);
    else if (span_equal(word, "keys"))
        list_keys(u, out);
    else if (span_equal(word, "get"))
        get_key(u, rest, out);
    else if (span_equal(word, "setoption"))
        set_option(u, rest, out);
    else if (span_equal(word, "set")) {
        const struct span name = span_word(&rest);
        set_key(u, name, rest, out);
    } else
        return false;
    u->by_words = true;
    return true;
}

bool ubgi_answer(struct ubgi *u, const struct engine *e, struct worker *w, struct span line, struct strbuf *out)
{
    struct position p;
    struct span rest = line = span_trim(line);
    const struct span word = span_word(&rest);
    if (span_equal(line, "quit"))
        return false;
    if (span_equal(line, "ubgi")) {
        greet(u, out);
    } else if (read_position(u, line, &p)) {
        external_decide(e, w, &u->level, &p, false, out);
        strbuf_putc(out, '\n');
    } else if (!take_word(u, e, w, word, rest, out) && line.length != 0 && !span_equal(line, "stop")) {
        strbuf_puts(out, u->by_words ? "error bad_command\n" : "sorry\n");
    }
    return true;
}
