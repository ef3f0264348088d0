/* Two analyses side by side, for programs. */
#ifndef KIBITZER_BATCH_COMPARE_H
#define KIBITZER_BATCH_COMPARE_H

#include "match/compared.h"

/* docs/compare.schema.json */
void comparison_json(const struct comparison *c, struct strbuf *out);

#endif
