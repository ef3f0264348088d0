/* The plan of a training run: a text file, one stage a line; '#' begins a comment. Columns in the order of the fields
 * of struct stage; tools/train/plan.txt names them. */
#include "train.h"

#include <string.h>

static bool stage_read(const char *line, struct stage *s)
{
    char method[16];
    double v[15];
    unsigned long long labels;
    const int n = sscanf(line, "%15s %15s %llu %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf %d", s->name,
                         method, &labels, &v[0], &v[1], &v[2], &v[3], &v[4], &v[5], &v[6], &v[7], &v[8], &v[9], &v[10],
                         &v[11], &v[12], &v[13], &v[14], &s->games);
    if (n != 19 || (strcmp(method, "td") != 0 && strcmp(method, "expected") != 0))
        return false;
    s->method = strcmp(method, "td") == 0 ? METHOD_TD : METHOD_EXPECTED;
    s->labels = labels;
    for (int i = 0; i < 2; i++) {
        s->rate[i] = (float)v[i];
        s->lambda[i] = (float)v[2 + i];
        s->seeded_lambda[i] = (float)v[4 + i];
        s->window[i] = (float)v[7 + i];
    }
    s->visits = (float)v[6];
    s->seeded = (float)v[9];
    s->siblings = (float)v[10];
    s->doubted = (float)v[11];
    s->deep = (float)v[12];
    s->near = (float)v[13];
    s->choice = (float)v[14];
    return true;
}

int plan_read(const char *path, struct stage *out, int most)
{
    FILE *f = fopen(path, "r");
    char line[512];
    int n = 0;
    for (int at = 1; f && fgets(line, sizeof line, f); at++) {
        if (line[0] == '#' || line[strspn(line, " \t\r\n")] == '\0')
            continue;
        if (n == most || !stage_read(line, &out[n])) {
            fprintf(stderr, "%s:%d: error: not a stage, expected 19 columns\n", path, at);
            n = 0;
            break;
        }
        n++;
    }
    if (f)
        fclose(f);
    else
        fprintf(stderr, "%s: error: cannot be read\n", path);
    return n;
}
