/* Prints the options of the commands named, or of all, as one JSON array: what tools/man-options.py makes the manual
 * page from, and python/tools/stubs.py the stubs of the Python package. */
#include <stdio.h>

#include "kibitzer.h"

static int print(const char *command, int first)
{
    char *json = kibitzer_options_json(command, NULL);
    if (json == NULL) {
        fprintf(stderr, "no command is called %s\n", command);
        return 1;
    }
    printf("%s%s", first ? "[" : ",", json);
    kibitzer_free(json);
    return 0;
}

int main(int argc, char **argv)
{
    int failed = 0;
    for (size_t i = 0; argc == 1 && kibitzer_command_name(i) != NULL && !failed; i++)
        failed = print(kibitzer_command_name(i), i == 0);
    for (int i = 1; i < argc && !failed; i++)
        failed = print(argv[i], i == 1);
    puts("]");
    return failed;
}
