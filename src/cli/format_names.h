/* Formats as users name them: by the name that `kibitzer formats` lists, or by an extension, with or without its dot.
 */
#ifndef KIBITZER_FORMAT_NAMES_H
#define KIBITZER_FORMAT_NAMES_H

#include "cli/options.h"
#include "export/export.h"
#include "import/import.h"

/* Row for the option of every command that reads matches. */
/* clang-format off */
#define FROM_OPTION \
    {"from", 'f', "FORMAT", NULL, "read as this format instead of looking at the content"}
/* clang-format on */

/* The reader that --from names; *from is NULL where the option is not given. False after a message. */
bool format_from(const struct args *a, const struct importer **from);

/* The writer with this name or extension. NULL after a message that begins with `said`, the words of the user
 * ("--to xg", "final.xg"), and says what the format can do instead or which name is near. */
const struct exporter *format_to_write(const struct args *a, const char *said, const char *name);

#endif
