/* What chances mean at a score and with a cube, as every answer and report has it. */
#ifndef KIBITZER_STAKES_H
#define KIBITZER_STAKES_H

#include "document/answer.h"
#include "match/annotation.h"

extern const struct answer_rows stakes_rows; /* of struct cube_stakes; inline */

#endif
