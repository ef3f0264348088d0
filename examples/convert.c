/* A converter: match files of any kind, archives and folders into one format.
 *
 *     cc convert.c -o convert $(pkg-config --cflags --libs kibitzer)
 *     ./convert sgf converted/ old-matches.zip final.mat */
#include <stdio.h>

#include <kibitzer.h>

/* What could not be read or not be written whole, and where. */
static void show(void *context, const struct kibitzer_message *m)
{
    int *warnings = context;
    if (kibitzer_message_severity(m) >= KIBITZER_WARNING)
        ++*warnings;
    fprintf(stderr, "%s\n", kibitzer_message_display(m));
}

static int show_progress(void *context, const struct kibitzer_progress *p)
{
    (void)context;
    fprintf(stderr, "\r%3.0f %%", 100 * kibitzer_progress_fraction(p));
    return 0; /* not 0: stop */
}

int main(int argc, char **argv)
{
    int warnings = 0;
    if (argc < 4) {
        fprintf(stderr, "usage: convert FORMAT FOLDER FILE...\n");
        return 2;
    }
    struct kibitzer_call *call = kibitzer_call_new();
    kibitzer_call_on_message(call, show, &warnings);
    kibitzer_call_on_progress(call, show_progress, NULL, 500);
    struct kibitzer_options *o = kibitzer_options_new("convert", call);
    int code = kibitzer_options_set(o, "to", argv[1], call);
    if (code == KIBITZER_BAD_OPTION)
        fprintf(stderr, "no format is called \"%s\"\n", kibitzer_call_value(call));
    if (code == KIBITZER_OK)
        code = kibitzer_options_set(o, "out", argv[2], call);
    if (code == KIBITZER_OK)
        code = kibitzer_run(o, (const char *const *)argv + 3, (size_t)argc - 3, call);
    if (code == KIBITZER_OK)
        printf("done, %d warnings\n", warnings);
    else if (code == KIBITZER_SOME_FAILED)
        printf("some were not converted: %s\n", kibitzer_call_message(call));
    kibitzer_options_free(o);
    kibitzer_call_free(call);
    return code == KIBITZER_OK ? 0 : 1;
}
