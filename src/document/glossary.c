/* The table of terms; see glossary.h. What figures are is defined in docs/analysis.md. */
#include "document/glossary.h"

#include <assert.h>
#include <string.h>

#include "base/collate.h"
#include "base/language.h"

#define TERM(name, text, ...)                                                                                          \
    {                                                                                                                  \
        name, text,                                                                                                    \
        {                                                                                                              \
            __VA_ARGS__                                                                                                \
        }                                                                                                              \
    }

/* In the order of the alphabet. */
const struct glossary_term glossary[] = {
    TERM("\xc2\xb1",
         "How far chance alone may have moved a figure. Behind a rate: the range that holds 95%. Behind an equity: "
         "the standard error of a rollout.",
         NULL),
    TERM("abandoned game",
         "A game that was resigned or left before it was lost. What that gave up is counted apart: it is neither luck "
         "nor an error of play.",
         NULL),
    TERM("above CP",
         "Beyond the cash point: the opponent should have passed the double that was missed. Below it, the opponent "
         "should have taken.",
         "below CP"),
    TERM("above TG", "Beyond the point where playing on for a gammon is worth more than doubling the opponent out.",
         NULL),
    TERM("ace-point",
         "A plan: at least 20 pips behind, with an anchor on the opponent's ace point and nobody else back.", NULL),
    TERM("actual result",
         "What was won: MWC at the end less MWC at the start, so that a match won from the start is +50%. In money "
         "play, points.",
         NULL),
    TERM("backgame", "A plan: at least 20 pips behind, with two anchors or more in the opponent's home.", "back game"),
    TERM("bad", "Marked ?: a decision that lost more than 0.060 of equity, unless other limits were chosen.", NULL),
    TERM("beaver",
         "To take a double and turn the cube once more at once, keeping it: right where the doubler is the underdog. "
         "Money play only.",
         NULL),
    TERM("below DP", "Below the doubling point: the double came too early.", NULL),
    TERM("blitz",
         "An attack: three home points made, and an opposing chequer on the bar or a blot there, without an anchor.",
         NULL),
    TERM("bold or timid",
         "Which way cube errors lean: +1 for each that was too bold, \xe2\x88\x92"
         "1 for each that was too timid, over all such decisions.",
         "cube bias", "too bold", "too timid"),
    TERM("close or actual cube decision",
         "A cube decision that the error rate counts: a double, take or pass that was made, or a roll without a double "
         "where "
         "doubling would have cost less than 0.160.",
         "close or actual cube", "close cube decision", "close or actual"),
    TERM("Cost",
         "What errors lost: of one decision in equity (EMG), of a group of decisions as a share of all that was lost.",
         "costliest"),
    TERM("Crawford game", "The first game in which a player needs one more point: nobody may double in it.",
         "Crawford"),
    TERM("crunch", "A plan: at most six chequers stand outside the player's ace and deuce points.", NULL),
    TERM("cubeless", "Equity or chances as if nobody could double any more.", NULL),
    TERM("dead cube", "A cube that will not be turned again.", NULL),
    TERM("Diff.",
         "How much less equity than the best play; \xe2\x89\x88 means that this play was looked at less deeply.", NULL),
    TERM("difficulty",
         "What players of one PR lose on average in a decision, by what its choices are worth: many that are nearly as "
         "good as the best make it hard.",
         "harder decisions", "harder than average", "easier than average"),
    TERM("double, pass", "Doubling, and the opponent passes: worth exactly +1 to the doubler.", "redouble, pass"),
    TERM("double, take",
         "Doubling, and the opponent takes; its equity is the doubler's, in units of the cube before the double.",
         "redouble, take"),
    TERM("doubtful", "Marked ?!: a decision that lost more than 0.030 of equity, unless other limits were chosen.",
         NULL),
    TERM("effective pip count",
         "How long a side really takes to bear off: its average number of rolls, times 8 1/6 pips. What it has beyond "
         "the plain count is wastage.",
         "wastage"),
    TERM("Elo", "A rating from results alone, by FIBS's formula over these matches; everybody begins with 1500.", NULL),
    TERM("EMG",
         "Equivalent to money game: equity in a match, on a scale where losing the cube's value is \xe2\x88\x92"
         "1 and winning it +1.",
         NULL),
    TERM("equity",
         "What a position is worth to the player who decides, in units of the cube: \xe2\x88\x92"
         "1 as good as lost, +1 as good as won. In matches it is EMG.",
         NULL),
    TERM("error rate",
         "GNU Backgammon's measure: mEMG lost per decision, over unforced moves and close or actual cube decisions.",
         NULL),
    TERM("Errors",
         "Decisions that lost equity. Each list says which it counts: those that are marked, the bad and very bad ones "
         "alone, those from 0.02 on, or all that lost anything.",
         NULL),
    TERM("Evaluator", "The network that judges positions. The figure says how far the PR may be off because it errs.",
         NULL),
    TERM("Even", "The rollout finds both choices equally good.", NULL),
    TERM("FIBS rating",
         "What the errors, or the result less luck, would mean on the rating scale of the server FIBS, where 1500 "
         "is average.",
         "rating loss"),
    TERM("gammon value",
         "How much a gammon adds to a win, as a share of the swing from losing to winning, at this score and cube: 0.5 "
         "for money.",
         NULL),
    TERM("GNU Backgammon's word",
         "Its name for an error rate in mEMG: Supernatural below 2, World class below 5, Expert below 8, Advanced "
         "below 12, Intermediate below 18, Casual player below 26, Beginner below 35.",
         NULL),
    TERM("Grade",
         "A word for the PR, by Rick Janowski's benchmarks (2014): Grandmaster to 4.0, Master to 6.0, Advanced to "
         "10.0, Intermediate to 17.5, then Beginner; none where the range spans more than two of them.",
         "Grandmaster", "Master", "Advanced", "Intermediate", "Beginner", "no grade yet"),
    TERM("holding game", "An anchor on the opponent's 4 to 7 point; a mutual one if both have one.", "holding",
         "mutual holding"),
    TERM("leak", "A kind of decision that costs a player more than it costs others with the same PR.", NULL),
    TERM("Level's chequer",
         "The PR that players with the same PR overall have in chequer play; Level's cube: in cube decisions; Level's "
         "PR: in decisions of that group.",
         "Level's cube", "Level's PR"),
    TERM("live cube", "A cube that will be turned at the best moment later on: the opposite of a dead one.", NULL),
    TERM("Loss", "How much less equity than the proper action; opp. means that the opponent loses it.", NULL),
    TERM("luck",
         "How much better a roll was than the average of all rolls, for the player who rolled: equity (EMG), or MWC.",
         NULL),
    TERM("luck rate", "Luck per move of the player, in mEMG.", NULL),
    TERM("lucky", "A roll that gained more than 0.3 of equity; very lucky, more than 0.6.", "very lucky"),
    TERM("marked", "Called an error: doubtful (?!), bad (?) or very bad (?\?) by what was lost.", NULL),
    TERM("market loser",
         "A roll and its reply after which a double that is a take now would be passed. A double that waits for it "
         "comes too late.",
         "lose the market"),
    TERM("mEMG", "A thousandth of EMG.", NULL),
    TERM("missed double", "The player rolled where doubling was better.", NULL),
    TERM("MWC",
         "Match winning chance: how often this player would win the match from here. In money play points take its "
         "place.",
         "winning chances"),
    TERM("MWC against current opponent",
         "The match winning chance that the errors of both would leave, had everything else been even: 50% less one's "
         "own errors, plus the opponent's.",
         NULL),
    TERM("net luck", "One's own luck less the opponent's.", NULL),
    TERM("no double", "Rolling without doubling; its equity is seen by the player who may double.", "no redouble"),
    TERM("Open", "The rollout cannot tell yet which choice is better.", NULL),
    TERM("phase", "Opening, middle game, race (no contact) or bear-off, by the board alone.", NULL),
    TERM("Pips", "How far a player's chequers still have to move, added up: one pip is one point of the board.",
         "pip count", "pip"),
    TERM("plan",
         "What the position is played for, by the board of the player who decides: prime, blitz, holding game and so "
         "on.",
         NULL),
    TERM("ply",
         "How deep the engine looked: 0-ply judges the position as it is, each ply more looks at another roll. eXtreme "
         "Gammon counts one more.",
         "plies"),
    TERM("PR",
         "Performance rating: 500 times the equity that the average decision lost; lower is better. Plays with a "
         "choice, doubles, takes and passes count, and rolls where doubling would have cost less than 0.200.",
         "performance rating"),
    TERM("PR lost", "How much of the PR is due to errors of this kind.", "share of the PR"),
    TERM("prime", "Four points in a row or more, with an opposing chequer behind them.", "prime against prime"),
    TERM("raccoon", "To turn the cube once more after a beaver; the one who beavered keeps it.", NULL),
    TERM("range",
         "Holds the true figure in 95 of 100 cases, judging by how much matches scatter: the more of them, the "
         "narrower.",
         "95% range"),
    TERM("Result",
         "Of a game or match: who won it, and how. Of a player: the actual result, on average over the matches.", NULL),
    TERM("Result less luck",
         "The result less one's own luck, plus the opponent's: what would be left with even dice. +50% is a match won "
         "from the start.",
         "luck adjusted result", "luck adjusted"),
    TERM("rollout",
         "The position played to the end many times by the engine, and averaged: more reliable than a look ahead.",
         "rolled out"),
    TERM("same decisions",
         "The PR that players of the same strength have on these very decisions: above the player's own, they were "
         "harder than usual; below it, easier.",
         NULL),
    TERM("same level", "The rate that players with the same PR overall have in such decisions.",
         "players of this level"),
    TERM("Snowie error rate", "mEMG lost per move of both players, forced moves and dances included.", "Snowie rate",
         "Snowie"),
    TERM("Sure, likely, weak",
         "How certain a leak is: chance alone explains a sure one in at most one case of forty, a likely one in at "
         "most one of ten.",
         "sure", "likely", "weak"),
    TERM("take point",
         "The winning chance that a taker needs, with these gammons: less with a live cube, more with a dead one. What "
         "a "
         "take needs with the cube as live as it is in such positions is between the two.",
         NULL),
    TERM("theme", "What a decision is about: hitting, timing, gammons and so on. One decision may have several.", NULL),
    TERM("too good to double",
         "Playing on for a gammon is worth more than the cube that a double would win, as the opponent would pass.",
         "too good to redouble", "too good"),
    TERM("Trend",
         "The PR of the later half of all decisions with a date less that of the earlier half: below zero is better "
         "play.",
         NULL),
    TERM("unforced move", "A roll that could be played in more than one way.", NULL),
    TERM("unlucky", "A roll that lost more than 0.3 of equity; very unlucky, more than 0.6.", "very unlucky"),
    TERM("very bad", "Marked ?\?: a decision that lost more than 0.120 of equity, unless other limits were chosen.",
         NULL),
    TERM("Win g bg \xe2\x80\x93 lose g bg, %",
         "Chances in per cent, without the cube: all wins, gammons and backgammons among them; then all losses "
         "likewise.",
         NULL),
    TERM("wrong double", "A double where rolling was better: too early, or too good.", "wrong redouble"),
    TERM("wrong pass", "A pass where taking was better.", "wrong passes"),
    TERM("wrong take", "A take where passing was better.", NULL),
    TERM("XGID",
         "A position in one line of text, as eXtreme Gammon writes it: board, cube, turn, dice, score. Most "
         "programs can read it.",
         NULL),
};

const size_t glossary_count = sizeof glossary / sizeof *glossary;

_Static_assert(sizeof glossary / sizeof *glossary <= (size_t)GLOSSARY_BITS * GLOSSARY_WORDS, "GLOSSARY_WORDS");

/* ---- finding them ---- */

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* Form 0 is the name; NULL behind the last. */
static const char *form_of(const struct glossary_term *t, int form)
{
    return form == 0 ? t->name : form <= GLOSSARY_FORMS ? t->forms[form - 1] : NULL;
}

static bool begins_with(const char *form, unsigned char c)
{
    const unsigned char own = (unsigned char)*form;
    return own == c || (own >= 'a' && own <= 'z' && own - 'a' + 'A' == c);
}

void glossary_index_fill(struct glossary_index *index)
{
    size_t n = 0;
    for (int c = 0; c < 256; c++) {
        index->from[c] = (uint16_t)n;
        for (size_t i = 0; i < glossary_count; i++)
            for (int f = 0; form_of(&glossary[i], f) != NULL; f++)
                if (begins_with(form_of(&glossary[i], f), (unsigned char)c)) {
                    assert(n < GLOSSARY_ENTRIES);
                    index->entry[n].term = (uint8_t)i;
                    index->entry[n++].form = (uint8_t)f;
                }
    }
    index->from[256] = (uint16_t)n;
}

/* The length of a form, which begins as the text does, with the s behind it; 0 = it does not stand there. */
static size_t length_at(const char *at, const char *form)
{
    size_t n = 0;
    while (form[++n] != '\0')
        if (at[n] != form[n])
            return 0;
    n += is_word(form[n - 1]) && at[n] == 's';
    return is_word(at[n - 1]) && is_word(at[n]) ? 0 : n;
}

/* Of the longest form there; 0 = none. */
static size_t term_at(const struct glossary_index *index, const char *at, size_t *term)
{
    const unsigned char c = (unsigned char)*at;
    size_t longest = 0;
    for (size_t i = index->from[c]; i < index->from[c + 1]; i++) {
        const size_t n = length_at(at, form_of(&glossary[index->entry[i].term], index->entry[i].form));
        if (n > longest) {
            longest = n;
            *term = index->entry[i].term;
        }
    }
    return longest;
}

void glossary_note(struct glossary_used *used, const struct glossary_index *index, const char *words)
{
    size_t term = 0;
    for (const char *at = words; *at != '\0';) {
        const bool begins = at == words || !is_word(at[-1]) || !is_word(*at);
        const size_t n = begins ? term_at(index, at, &term) : 0;
        if (n > 0)
            used->bits[term / GLOSSARY_BITS] |= UINT64_C(1) << term % GLOSSARY_BITS;
        at += n > 0 ? n : 1;
    }
}

bool glossary_has(const struct glossary_used *used, size_t term)
{
    return (used->bits[term / GLOSSARY_BITS] >> term % GLOSSARY_BITS & 1) != 0;
}

const struct glossary_term *glossary_named(const char *name)
{
    for (size_t i = 0; i < glossary_count; i++)
        for (int f = 0; form_of(&glossary[i], f) != NULL; f++)
            if (span_equal_nocase(span_of(name), form_of(&glossary[i], f)))
                return &glossary[i];
    return NULL;
}

void glossary_order(size_t *order)
{
    for (size_t i = 0; i < glossary_count; i++) {
        size_t at = i;
        for (; at > 0 && language_current()->catalogue != NULL &&
               collate(tr(glossary[order[at - 1]].name), tr(glossary[i].name)) > 0;
             at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}
