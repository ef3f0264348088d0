/* Flash cards: the costliest decisions of a player as a deck for Anki and as a quiz to click through.
 *
 *     cc cards.c -o cards $(pkg-config --cflags --libs kibitzer)
 *     kibitzer analyze matches/
 *     ./cards kibitzer-report/collection.db Ann 50      # writes Ann.apkg and Ann.html */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <kibitzer.h>

static void show(void *context, const struct kibitzer_message *m)
{
    (void)context;
    fprintf(stderr, "%s\n", kibitzer_message_display(m));
}

/* Writes what has the extension; "html" gets covered answers. 0, or a code. */
static int make(const char *collection, const char *player, const char *number, const char *extension,
                struct kibitzer_call *call)
{
    char file[1024];
    struct kibitzer_options *o = kibitzer_options_new("errors", call);
    const char *const settings[][2] = {{"db", collection},
                                       {"player", player},
                                       {"worst", number},
                                       {"output", file},
                                       {"quiz", strcmp(extension, "html") == 0 ? "yes" : "no"}};
    int code = o != NULL ? KIBITZER_OK : kibitzer_call_code(call);
    snprintf(file, sizeof file, "%s.%s", player, extension);
    for (size_t i = 0; code == KIBITZER_OK && i < sizeof settings / sizeof *settings; i++)
        code = kibitzer_options_set(o, settings[i][0], settings[i][1], call);
    if (code == KIBITZER_OK)
        code = kibitzer_run(o, NULL, 0, call);
    if (code >= 0)
        printf("%s\n", file);
    kibitzer_options_free(o);
    return code;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: cards COLLECTION PLAYER [NUMBER]\n");
        return 2;
    }
    const char *number = argc > 3 ? argv[3] : "20";
    struct kibitzer_call *call = kibitzer_call_new();
    kibitzer_call_on_message(call, show, NULL);
    kibitzer_call_report(call, KIBITZER_WARNING);
    const int code =
        make(argv[1], argv[2], number, "apkg", call) < 0 || make(argv[1], argv[2], number, "html", call) < 0;
    kibitzer_call_free(call);
    return code;
}
