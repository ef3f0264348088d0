/* Rows of earlier versions made anew, see schema.c. */
#ifndef KIBITZER_CONVERT_H
#define KIBITZER_CONVERT_H

#include "store/sql.h"

/* From the texts of version 1 (tables decisions, judgements) to the numbers of version 2. */
bool convert_version_1(struct sql *db);
/* Sums of version 3, from the assessments. */
bool convert_version_2(struct sql *db);
/* Extracts of version 4, from turns and assessments. */
bool convert_version_3(struct sql *db);

#endif
