/* The log of a run; see runlog.h. */
#include "run/runlog.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "base/call.h"
#include "base/jsonw.h"
#include "base/os.h"
#include "base/outputs.h"

bool runlog_open(struct runlog *l, const char *path)
{
    l->file = path != NULL && !output_is_input(path) ? os_open(path, O_WRONLY | O_CREAT | O_APPEND) : -1;
    if (path == NULL || l->file >= 0)
        return true;
    say_error("%s: cannot be written: %s", path, file_problem(errno));
    return false;
}

void runlog_close(struct runlog *l)
{
    if (l->file >= 0)
        close(l->file);
}

void runlog_add(const struct runlog *l, const struct runlog_entry *e)
{
    static const char *const fates[FATES] = {"left", "good", "in part", "failed", "skipped"}; /* ORDER FATE */
    struct strbuf line = {0};
    struct jsonw j;
    if (l->file < 0)
        return;
    jsonw_begin(&j, &line);
    jsonw_object_flat(&j, NULL);
    jsonw_path(&j, "file", e->file);
    jsonw_string(&j, "result", fates[e->fate]);
    jsonw_int(&j, "matches", (int64_t)e->matches);
    jsonw_number(&j, "worst_error", e->worst, 4);
    jsonw_int(&j, "errors", (int64_t)e->messages->n_errors);
    jsonw_int(&j, "warnings", (int64_t)e->messages->n_warnings);
    jsonw_number(&j, "seconds", e->seconds, 3);
    jsonw_end(&j);
    jsonw_finish(&j);
    if (!os_write(l->file, line.at, line.length))
        say_error("the log cannot be written: %s", file_problem(errno));
    strbuf_done(&line);
}
