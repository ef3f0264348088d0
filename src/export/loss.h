/* What a format cannot carry. Each writer names what it does carry; the rest, where the record has some of it, is told
 * in one note: "lost: 3 comments, luck of 52 rolls". */
#ifndef KIBITZER_LOSS_H
#define KIBITZER_LOSS_H

#include "base/diag.h"
#include "match/record.h"

enum carried { /* ORDER CARRIED: the table in loss.c */
               CARRIES_COMMENTS = 1 << 0, /* of games and events */
               CARRIES_MATCH_COMMENT = 1 << 1,
               CARRIES_ANALYSIS = 1 << 2, /* candidates, cube equities, of the set shown */
               CARRIES_LUCK = 1 << 3,
               CARRIES_MARKS = 1 << 4,
               CARRIES_OTHER_SETS = 1 << 5, /* more than one annotation set */
               CARRIES_ILLEGAL_BOARDS = 1 << 6, /* positions after illegal plays that cannot be executed */
               CARRIES_START_POSITIONS = 1 << 7, /* set-up before the first roll */
               CARRIES_POSITIONS = 1 << 8, /* set-up anywhere */
               CARRIES_REFUSALS = 1 << 9, /* resignations refused */
               CARRIES_AUTOMATIC_DOUBLES = 1 << 10,
               CARRIES_RATINGS = 1 << 11,
               CARRIES_PLACE = 1 << 12, /* date, event, place ... */
               CARRIES_RULES = 1 << 13, /* rules other than the usual ones */
               CARRIES_EVERYTHING = (1 << 14) - 1
};

/* Adds the note to `d` if anything is lost. Properties are counted as lost unless their format is `own_format` (NULL =
 * none are carried, "" = all). */
void loss_report(const struct match *m, unsigned carried, const char *own_format, struct diags *d);

#endif
