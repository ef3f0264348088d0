/* Options of commands that read files: where these are listed, how they are found and read. All are over struct
 * input_options. */
#ifndef KIBITZER_BATCH_OPTIONS_H
#define KIBITZER_BATCH_OPTIONS_H

#include "base/option.h"
#include "source/inputs.h"
#include "match/said_options.h"

extern const struct option_group files_group; /* --files-from */
extern const struct option_group from_group, reading_group; /* how records are read */
extern const struct option_group source_group; /* how their bytes are found */

/* Parts for a command that reads matches, whose struct has a field of struct input_options. */
#define READING_PARTS(s, field)                                                                                        \
    {&from_group, offsetof(s, field)}, {&rules_group, offsetof(s, field.how.rules)},                                   \
        {&corrections_group, offsetof(s, field.how.corrections)}, {&reading_group, offsetof(s, field)},                \
    {                                                                                                                  \
        &source_group, offsetof(s, field)                                                                              \
    }

#endif
