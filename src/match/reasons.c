/* Names of reasons; see lesson.h. */
#include "match/reasons.h"

/* ORDER REASON */
const char *const reason_words[REASONS] = {
    "shots",       "dances",    "his-anchor",   "his-point",    "his-escape",   "my-point",     "my-anchor",
    "my-escape",   "my-hit",    "my-shots",     "my-points",    "duplication",  "few-hit",      "few-anchor",
    "few-escape",  "few-dance", "blots",        "gammons-won",  "gammons-lost", "mostly-lost",  "mostly-won",
    "backgammons", "cashed",    "missed-point", "broken-point", "missed-hit",   "needless-hit", "waste",
    "borne-off",   "market",    "early",        "cash",         "too-good",     "take",         "pass",
    "score",       "last-roll", "close",        "depth",        "chances",      "in-cube",      "few-rolls",
    "third",       "worth"};
