/* The log of a run; see runlog.h. */
#include "run/runlog.h"

#include "base/call.h"
#include "document/answer.h"

bool runlog_open(struct runlog *l, const char *path)
{
    l->file.path = NULL;
    if (path == NULL)
        return true;
    file_out_append(&l->file, path);
    if (l->file.problem != 0)
        say_error("%s: cannot be written: %s", path, file_problem(l->file.problem));
    return l->file.problem == 0;
}

void runlog_close(struct runlog *l)
{
    if (l->file.path != NULL)
        (void)file_out_end(&l->file, false);
}

struct log_line {
    const char *file;
    enum fate result;
    int64_t matches, copies, errors, warnings;
    double worst, seconds;
};

static const char *const fates[FATES] = {"left", "good", "in part", "failed", "skipped"}; /* ORDER FATE */

static const struct answer_field line_fields[] = {
    ANSWER(struct log_line, file, NULL, .flags = ANSWER_PATH),
    ANSWER(struct log_line, result, NULL, ANSWER_WORDS(fates)),
    ANSWER(struct log_line, matches, NULL),
    ANSWER(struct log_line, copies, NULL),
    ANSWER_NAMED("worst_error", struct log_line, worst, NULL, .unit = UNIT_EMG, .decimals = 4, .missing = ANSWER_NULL),
    ANSWER(struct log_line, errors, NULL),
    ANSWER(struct log_line, warnings, NULL),
    ANSWER(struct log_line, seconds, NULL, .decimals = 3),
    {0}};
static const struct answer_rows line_rows = {"LogLine", NULL, sizeof(struct log_line), line_fields};
static const struct answer_document line_document = {"log", 1, "Log", NULL, .rows = &line_rows};

void runlog_add(struct runlog *l, const struct runlog_entry *e)
{
    const struct log_line line = {e->file,
                                  e->fate,
                                  (int64_t)e->matches,
                                  (int64_t)e->again,
                                  (int64_t)e->messages->n_errors,
                                  (int64_t)e->messages->n_warnings,
                                  e->worst,
                                  e->seconds};
    struct strbuf text = {0};
    if (l->file.path == NULL || l->file.problem != 0)
        return;
    answer_print(&line_document, &line, &(struct answer_form){.style = ANSWER_NDJSON}, &text);
    file_out_add(&l->file, text.at, text.length);
    if (l->file.problem != 0)
        say_error("the log cannot be written: %s", file_problem(l->file.problem));
    strbuf_done(&text);
}
