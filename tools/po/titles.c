/* The titles of answers as words to translate: those that people see. A line of C for each, for xgettext
 * (tools/pot.sh).
 */
#include <stdio.h>
#include <string.h>

#include "command/commands.h"
#include "document/answer_private.h"

static void put(const char *title)
{
    if (title == NULL)
        return;
    printf("N_(\"");
    for (; *title != '\0'; title++)
        printf(*title == '"' || *title == '\\' ? "\\%c" : "%c", *title);
    printf("\")\n");
}

static void put_rows(const struct answer_rows *rows, int depth)
{
    for (const struct answer_field *f = rows->fields; f->name != NULL && depth < ANSWER_DEPTH; f++) {
        if (!answer_seen(f, true))
            continue;
        put(f->title);
        if (f->rows != NULL)
            put_rows(f->rows, depth + 1);
    }
}

int main(void)
{
    for (size_t c = 0; commands[c] != NULL; c++)
        for (size_t a = 0; commands[c]->answers != NULL && commands[c]->answers[a] != NULL; a++) {
            if (strcmp(commands[c]->answers[a]->name, "match") == 0)
                continue; /* JSON alone */
            put(commands[c]->answers[a]->title);
            put_rows(commands[c]->answers[a]->rows, 0);
        }
    return 0;
}
