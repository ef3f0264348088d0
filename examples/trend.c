/* Watches a player's trend: the PR of each month, and whether it rises (exit status 1) or falls. For cron.
 *
 *     cc trend.c -o trend $(pkg-config --cflags --libs kibitzer) -lm
 *     ./trend kibitzer-report/collection.db Ann || echo "time to practise" */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <kibitzer.h>

enum { MONTH = 1, DECISIONS = 4, PR = 7, COLUMNS }; /* of --format csv */

/* The next field of a line of CSV, without its quotes; quotes in it are written twice. */
static char *field(char **at)
{
    char *begin = *at, *to = *at;
    int quoted = 0;
    for (; **at != '\0' && (quoted || **at != ','); ++*at) {
        if (**at == '"' && quoted && (*at)[1] == '"')
            *to++ = *++*at;
        else if (**at == '"')
            quoted = !quoted;
        else
            *to++ = **at;
    }
    if (**at == ',')
        ++*at;
    *to = '\0';
    return begin;
}

/* Prints a month and keeps what a straight line through all of them needs. */
static void take(char *line, double sum[5])
{
    static int month;
    char *text[COLUMNS];
    for (int i = 0; i < COLUMNS; i++)
        text[i] = field(&line);
    const double w = atof(text[DECISIONS]), y = atof(text[PR]), x = month++;
    if (w <= 0)
        return;
    printf("%s %6.2f  %.*s\n", text[MONTH], y, (int)fmin(y, 60),
           "############################################################");
    const double more[5] = {w, w * x, w * y, w * x * x, w * x * y};
    for (int i = 0; i < 5; i++)
        sum[i] += more[i];
}

struct text {
    char at[1 << 18];
    size_t length;
};

static int add(void *context, const void *bytes, size_t length)
{
    struct text *t = context;
    if (length >= sizeof t->at - t->length)
        return 1;
    memcpy(t->at + t->length, bytes, length);
    t->length += length;
    return 0;
}

int main(int argc, char **argv)
{
    static struct text text; /* ends with a NUL */
    if (argc != 3) {
        fprintf(stderr, "usage: trend COLLECTION PLAYER\n");
        return 2;
    }
    const char *const settings[][2] = {{"db", argv[1]}, {"player", argv[2]}, {"by", "month"}, {"format", "csv"}};
    struct kibitzer_call *call = kibitzer_call_new();
    struct kibitzer_options *o = kibitzer_options_new("stats", call);
    int code = KIBITZER_OK;
    for (size_t i = 0; code == KIBITZER_OK && i < sizeof settings / sizeof *settings; i++)
        code = kibitzer_options_set(o, settings[i][0], settings[i][1], call);
    kibitzer_call_on_output(call, add, &text);
    if (code == KIBITZER_OK)
        code = kibitzer_run(o, NULL, 0, call);
    if (code != KIBITZER_OK)
        fprintf(stderr, "%s\n", kibitzer_call_message(call));
    double sum[5] = {0};
    int line = 0;
    for (char *at = text.at, *end; (end = strchr(at, '\n')) != NULL; at = end + 1) {
        *end = '\0';
        if (line++ > 0) /* the first names the columns */
            take(at, sum);
    }
    const double spread = sum[0] * sum[3] - sum[1] * sum[1];
    const double slope = spread > 0 ? (sum[0] * sum[4] - sum[1] * sum[2]) / spread : 0;
    if (code == KIBITZER_OK)
        printf("%+.2f PR a month\n", slope);
    kibitzer_options_free(o);
    kibitzer_call_free(call);
    return code != KIBITZER_OK ? 3 : slope > 0;
}
