/* What an annotation set says of the settings that it was made with. They are read again by repeat.h. */
#ifndef KIBITZER_DESCRIBED_H
#define KIBITZER_DESCRIBED_H

#include "analyze/analyze.h"

/* The set that analyze_match() adds, before it is filled: by it an analysis can be recognised that was made before. */
void analysis_describe(const struct engine *e, const struct analysis_options *o, struct arena *arena,
                       struct annotation_set *out);

/* What stands before o->read_with in settings, and the names of options in it. */
extern const char read_with_words[], corrected_words[]; /* the second: before the key of corrections */
extern const char *const read_with_names[]; /* NULL behind the last */
/* What stands before o->stronger, at the end of settings. */
extern const char stronger_words[];

/* Leaves of a set what is of a part: the set is then as if no more had been analysed. */
void analysis_leave_part(struct match *m, int set, const struct match_part *part, const struct met *met);

/* Is half of what 2-ply plays find added to luck? They are looked at 2 plies deep; throws, as in a search 2 plies deep,
 * by replies 1 ply deep. */
bool luck_looks_deeper(const struct analysis_options *o);

#endif
