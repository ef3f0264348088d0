/* Dates as people and programs write them, and the one way in which we do: yyyy-mm-dd, with less where less is known.
 */
#ifndef KIBITZER_DATE_H
#define KIBITZER_DATE_H

#include "base/span.h"

enum { DAY_ROOM = 16 };

enum date_sense {
    DATE_NONE, /* no date, or more than one */
    DATE_READ,
    DATE_UNDECIDED, /* it may be two days: 03/04/2009 is one in Europe and another one in America */
    DATE_IMPOSSIBLE /* written as a date, but the calendar has no such day: 31.02.2025, 2025-99 */
};

/* The whole text as a date: 2006-03-04T20:15:33Z, 2009.12.16, 20091216, 16.12.2009, 11/27/26, Dec 16 2006, 16. Dezember
 * 2009, Sat Mar 4 20:15:33 2006 ... `time` (may be NULL): the time of day in it as it stands, with its zone; else
 * empty. A year of two digits comes last and lies between 1969 and 2068. */
enum date_sense date_read(struct span text, char day[DAY_ROOM], struct span *time);

/* yyyy, yyyy-mm or yyyy-mm-dd: what compares and sorts as a date? */
bool date_is_iso(const char *text);
/* A time of day and nothing else: 20:15, 20.15, 8:15:33 pm, 20:15:33.5+01:00. */
bool date_is_time(struct span text);

bool date_is_day(int year, int month, int day); /* of the Gregorian calendar */

/* The name of a month at the start, in English or German, whole or its first letters (three at least): how long it is,
 * 0 = none. */
size_t date_month_at(struct span text, int *month);

/* Of a clock that only goes forward: for how long something took, and until when something waits. */
double clock_seconds(void);

#endif
