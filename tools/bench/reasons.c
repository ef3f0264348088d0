/* reasons TABLES LEVEL FILE...: analyses the matches of the FILEs, one thread, bearoff databases in the folder TABLES,
 * and prints the processor time that the reasons of errors took, in hundredths of that of the analysis which they
 * explain. Linked with --wrap=explain_errors. */
#include <stdio.h>
#include <time.h>

#include "analyze/analyze.h"
#include "analyze/lesson.h"
#include "base/sink.h"
#include "base/strbuf.h"
#include "import/import.h"

static double explaining;

static double processor_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

#define ARGUMENTS                                                                                                      \
    struct match *m, int set, const struct engine *e, struct worker *const *workers, int n_workers,                    \
        const struct level *level, const volatile sig_atomic_t *cancel
bool __real_explain_errors(ARGUMENTS);
bool __wrap_explain_errors(ARGUMENTS);

bool __wrap_explain_errors(ARGUMENTS)
{
    const double before = processor_time();
    const bool whole = __real_explain_errors(m, set, e, workers, n_workers, level, cancel);
    explaining += processor_time() - before;
    return whole;
}

static void analyse(struct matches *list, const struct engine *e, struct worker *w, const struct analysis_options *o)
{
    for (size_t i = 0; i < list->n; i++)
        analyze_match(list->at[i], e, &w, 1, o, NULL);
}

int main(int argc, char **argv)
{
    struct analysis_options o;
    struct diags d;
    diags_init(&d, "engine");
    analysis_defaults(&o);
    struct engine *e = engine_open(&(struct engine_options){.bearoff.cache = argc > 1 ? argv[1] : NULL}, &d);
    struct worker *w = e != NULL ? worker_new(e) : NULL;
    if (w == NULL || argc < 4 || !analysis_level_named(&o, argv[2]))
        return 2;
    double all = 0;
    for (int i = 3; i < argc; i++) {
        struct strbuf bytes = {.at = NULL};
        struct matches list = {0};
        if (!file_read(argv[i], 0, &bytes) ||
            !import_bytes((struct span){bytes.at, bytes.length}, argv[i], NULL, &list, &d))
            return 3;
        const double before = processor_time();
        analyse(&list, e, w, &o);
        all += processor_time() - before;
        matches_done(&list);
        strbuf_done(&bytes);
    }
    printf("%.2f\n", 100 * explaining / (all - explaining));
    fprintf(stderr, "%s: %.3f s of reasons, %.3f s of analysis\n", argv[2], explaining, all - explaining);
    worker_free(w);
    engine_close(e);
    diags_done(&d);
    return 0;
}
