/* When a match was played, guessed from what its file is called ("2022_03_12", "2009Feb142011", "2024-03-17 Galaxy"),
 * or from its own time where that is wanted: of files that were copied it says nothing. */
#ifndef KIBITZER_DATE_GUESS_H
#define KIBITZER_DATE_GUESS_H

#include "collection/store.h"

/* The day in a name: of the file, else of the nearest folder or archive that names one. "" = there is none, or it could
 * be two: 03-04-2024 is one day in Europe and another one in America. */
void date_in_path(const char *path, char out[DAY_ROOM]);
enum date_source { DATE_FROM_NAME, DATE_FROM_MTIME };
/* The same, else if `from` allows it the day (UTC) on which the file was last written; `written`: the time of what lies
 * in an archive, as its archive says it (seconds since 1970), 0 = not known. GUESSED_NOT where it is neither. */
struct date_guess date_guess(const char *path, enum date_source from, int64_t written);

#endif
