/* Files and folders that are dropped on the program's icon, where the system has icons. */
#ifndef KIBITZER_DROPPED_H
#define KIBITZER_DROPPED_H

#include <stdbool.h>

#include "cli/client.h"

/* Do the words stand for what was dropped, rather than for a command and its options? */
bool dropped_are(int n, char **word);

/* Analyses them into kibitzer-report, in the folder that was dropped or the one of the file, and shows the report. An
 * enum exit_code. */
int dropped_run(const struct manual *analyze, int n, char **path);

/* Lets what was printed be read where the window is about to go with the program. */
void dropped_wait(void);

#endif
