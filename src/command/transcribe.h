/* Transcribing in a dialogue: lines are typed, checked, and kept in a file. */
#ifndef KIBITZER_BATCH_TRANSCRIBE_H
#define KIBITZER_BATCH_TRANSCRIBE_H

#include "command/convert.h"

/* Reads commands and turns from standard input until it ends or the user does, and saves `path`, a transcript, after
 * each line that was taken. `convert`: how other formats are written. Returns an enum call_ending. */
int transcribe_dialogue(const char *path, const struct convert_options *convert);

#endif
