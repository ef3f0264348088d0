/* A club's web site: a match file comes in on stdin, as a CGI upload does; a table of the players' PRs goes out as
 * HTML.
 *
 *     cc site.c -o site $(pkg-config --cflags --libs kibitzer)
 *     ./site <final.mat >table.html */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <kibitzer.h>

enum { UPLOAD_MAX = 4 << 20, MEGABYTES = 512, SECONDS = 60, TEXT_MAX = 1 << 16 };

static struct {
    char at[TEXT_MAX + 1];
    size_t length;
} text; /* what a command printed */

static int add_text(void *context, const void *bytes, size_t length)
{
    (void)context;
    if (length > TEXT_MAX - text.length)
        return 1;
    memcpy(text.at + text.length, bytes, length);
    text.length += length;
    return 0;
}

static void print_escaped(char c)
{
    printf(strchr("<>&\"'", c) != NULL ? "&#%d;" : "%c", c);
}

/* What is wrong with a file is for whoever sent it: the place, what was found, what was expected. */
static void show(void *context, const struct kibitzer_message *m)
{
    (void)context;
    printf("<p>");
    for (const char *c = kibitzer_message_text(m); *c != '\0'; c++)
        print_escaped(*c);
    printf(kibitzer_message_line(m) != 0 ? " (line %d)</p>\n" : "</p>\n", kibitzer_message_line(m));
}

/* Runs a command with pairs of options, ended by NULL. */
static int run(const char *command, const char *const *set, const char *input, struct kibitzer_call *call)
{
    struct kibitzer_options *o = kibitzer_options_new(command, call);
    int code = o != NULL ? KIBITZER_OK : kibitzer_call_code(call);
    for (; code == KIBITZER_OK && *set != NULL; set += 2)
        code = kibitzer_options_set(o, set[0], set[1], call);
    if (code == KIBITZER_OK)
        code = kibitzer_run(o, &input, input != NULL, call);
    kibitzer_options_free(o);
    return code;
}

/* CSV as a table; names stand in quotes, and quotes in them twice. */
static void print_table(const char *at)
{
    static const char shown[] = "1011101"; /* name, group, matches, games, decisions, units, pr */
    size_t column = 0, quoted = 0;
    printf("<table>\n<tr><td>");
    for (; *at != '\0'; at++)
        if (*at == '"' && !(quoted && at[1] == '"'))
            quoted = !quoted;
        else if (*at == ',' && !quoted)
            printf(++column < sizeof shown - 1 && shown[column] == '1' ? "</td><td>" : "");
        else if (*at == '\n')
            column = 0, printf(at[1] != '\0' ? "</td></tr>\n<tr><td>" : "</td></tr>\n");
        else if (column < sizeof shown - 1 && shown[column] == '1')
            print_escaped(*at == '"' ? *++at : *at);
    puts("</table>");
}

int main(void)
{
    static char upload[UPLOAD_MAX + 1], folder[] = "/tmp/upload.XXXXXX", file[64], collection[64];
    const size_t length = fread(upload, 1, sizeof upload, stdin);
    FILE *f =
        mkdtemp(folder) != NULL && length <= UPLOAD_MAX ? fopen(strcat(strcpy(file, folder), "/match"), "wb") : NULL;
    if (f == NULL || fwrite(upload, 1, length, f) != length || fclose(f) != 0)
        return 1;
    strcat(strcpy(collection, folder), "/collection.db");
    const char *const how[] = {"level", "1ply", "report", "none", "out", folder, NULL};
    const char *const what[] = {"db", collection, "format", "csv", NULL};
    struct kibitzer_call *call = kibitzer_call_new();
    kibitzer_call_on_message(call, show, NULL);
    kibitzer_call_report(call, KIBITZER_WARNING);
    kibitzer_call_on_output(call, add_text, NULL);
    kibitzer_call_limit(call, MEGABYTES, SECONDS); /* uploads may be anything */
    const int code = run("analyze", how, file, call) >= 0 ? run("stats", what, NULL, call) : kibitzer_call_code(call);
    if (code == KIBITZER_OK)
        print_table(text.at);
    kibitzer_call_free(call);
    remove(collection);
    remove(file);
    return rmdir(folder) != 0 || code != KIBITZER_OK;
}
