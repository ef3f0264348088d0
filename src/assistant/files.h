/* The files in the server's folder, for the assistant to choose from. */
#ifndef KIBITZER_ASSISTANT_FILES_H
#define KIBITZER_ASSISTANT_FILES_H

#include "assistant/errand.h"

/* Adds an object for each: its name relative to the folder, its bytes. Links that lead out of the folder are left out,
 * archives are files, and a message says when there were too many names. */
void files_list(struct errand *t, json_object *out);

#endif
