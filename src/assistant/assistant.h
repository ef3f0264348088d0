/* The program as a server for assistants: the Model Context Protocol on standard input and output. */
#ifndef KIBITZER_ASSISTANT_H
#define KIBITZER_ASSISTANT_H

#include "assistant/errand.h"

/* Answers requests until the input ends (those that are still open are answered then), the current call is
 * cancelled, or the output cannot be written. False: no thread could be created, or memory ran out. */
bool assistant_serve(const struct assistant_options *o);

#endif
