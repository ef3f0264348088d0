/* Prints the options of the commands named as one JSON array: what tools/man-options.py makes the manual page from. */
#include <stdio.h>

#include "kibitzer.h"

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        char *json = kibitzer_options_json(argv[i], NULL);
        if (json == NULL) {
            fprintf(stderr, "no command is called %s\n", argv[i]);
            return 1;
        }
        printf("%s%s", i == 1 ? "[" : ",", json);
        kibitzer_free(json);
    }
    puts("]");
    return 0;
}
