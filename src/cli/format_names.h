/* Formats as users name them: by the name that `kibitzer formats` lists, or by an extension, with or without its dot.
 */
#ifndef KIBITZER_FORMAT_NAMES_H
#define KIBITZER_FORMAT_NAMES_H

#include "cli/options.h"
#include "export/export.h"
#include "import/import.h"

/* Rows for the options of every command that reads matches or positions. */
/* clang-format off */
#define FROM_OPTION \
    {"from", 'f', "FORMAT", NULL, "read as this format instead of looking at the content"}
#define VARIATION_OPTION \
    {"variation", 0, "NAME", "backgammon", "the game that positions are of where they do not say it: backgammon, " \
                                           "nackgammon,\nhypergammon1, hypergammon2 or hypergammon3"}
/* clang-format on */

/* The reader that --from names; *from is NULL where the option is not given. False after a message. */
bool format_from(const struct args *a, const struct importer **from);

/* Reads VARIATION_OPTION; false after a message. */
bool variation_read(const struct args *a, enum variant *out);

/* The writer with this name or extension. NULL after a message that begins with `said`, the words of the user
 * ("--to xg", "final.xg"), and says what the format can do instead or which name is near. */
const struct exporter *format_to_write(const struct args *a, const char *said, const char *name);

#endif
