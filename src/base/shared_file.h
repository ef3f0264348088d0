/* Files that are installed beside the program. */
#ifndef KIBITZER_SHARED_FILE_H
#define KIBITZER_SHARED_FILE_H

#include <stdbool.h>

#include "base/strbuf.h"

/* Where kibitzer/NAME is: in the user's folder of data ($XDG_DATA_HOME), in ../share or share of the program's own
 * folder, or in one of the machine's ($XDG_DATA_DIRS), whichever has it first. False where none has. */
bool shared_file_find(const char *name, struct strbuf *path);

#endif
