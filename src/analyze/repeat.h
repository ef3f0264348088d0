/* An analysis of ours, made again: the settings that an annotation set describes. */
#ifndef KIBITZER_REPEAT_H
#define KIBITZER_REPEAT_H

#include "analyze/analyze.h"

/* Fills in the options by which an engine makes such a set. False if this version knows none that would describe
 * themselves so (analysis_describe()). The set's match equity table and engine are the caller's business. */
bool analysis_repeat(const struct engine *e, const struct annotation_set *set, struct analysis_options *out);

#endif
