/* Pages of a collection, written again. */
#ifndef KIBITZER_COMMAND_REPORT_H
#define KIBITZER_COMMAND_REPORT_H

#include "storage/collection.h"

/* Writes the pages again, in the folders of which the collection remembers it, that are old after a change; says where.
 * `where`: of the collection, which must not be open. */
void report_again(const struct collection_options *where);

#endif
