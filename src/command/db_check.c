/* Is a collection sound, and what is in it twice? */
#include <errno.h>
#include <string.h>

#include "base/call.h"
#include "base/language.h"
#include "base/os.h"
#include "base/sink.h"
#include "base/xmalloc.h"
#include "command/db.h"
#include "collection/classes.h"
#include "collection/upkeep.h"
#include "match/same.h"

/* ---- soundness ---- */

struct check_answer {
    struct db_head head;
    const char *verdict;
    struct answer_list faults, gone, findings;
};

struct finding { /* of tables */
    const char *what, *text;
};

static const struct answer_field finding_fields[] = {
    ANSWER(struct finding, what, "What", .flags = ANSWER_KEY), ANSWER(struct finding, text, "Finding"), {0}};
static const struct answer_rows finding_rows = {"Finding", NULL, sizeof(struct finding), finding_fields};

static const struct answer_field check_fields[] = {
    DB_HEAD(struct check_answer, "check"),
    ANSWER(struct check_answer, verdict, "Verdict", .flags = ANSWER_PEOPLE),
    ANSWER_LIST_OF(const char *, struct check_answer, faults, NULL, .flags = ANSWER_TALL | ANSWER_DATA,
                   .help = "one line each, including files changed since they were analysed"),
    ANSWER_LIST_OF(const char *, struct check_answer, gone, NULL, .flags = ANSWER_TALL | ANSWER_DATA | ANSWER_PATH,
                   .help = "missing files, which are not errors"),
    ANSWER_LIST(struct check_answer, findings, NULL, &finding_rows, .flags = ANSWER_PEOPLE),
    {0}};
static const struct answer_rows check_rows = {"DbCheck", NULL, sizeof(struct check_answer), check_fields};
const struct answer_document db_check_document = DB_DOCUMENT("Soundness", &check_rows);

struct checking {
    struct doing *d;
    struct db_list faults, gone; /* texts */
    struct db_list findings;
};

static void note(struct checking *k, struct db_list *l, const char *what, const char *text)
{
    struct finding *f = db_list_add(k->d, &k->findings, sizeof *f);
    *f = (struct finding){what, arena_strdup(k->d->arena, text)};
    *(const char **)db_list_add(k->d, l, sizeof text) = f->text;
}

static void report_fault(struct checking *k, const char *format, const char *subject)
{
    struct strbuf line = {0};
    strbuf_say(&line, format, subject);
    note(k, &k->faults, "fault", strbuf_text(&line));
    if (k->d->lines != NULL) {
        put_plain(answers_own_text(k->d->lines), strbuf_text(&line));
        strbuf_putc(answers_own_text(k->d->lines), '\n');
        answers_flush(k->d->lines);
    }
    strbuf_done(&line);
}

static void print_fault(void *checking, const char *line)
{
    report_fault(checking, "%s", line);
}

/* A file in an archive is there with the archive. */
static bool is_there(const char *path)
{
    struct os_facts f;
    if (os_facts(path, &f) || strcmp(path, "-") == 0 || errno == EACCES)
        return true;
    char *above = xstrdup(path);
    bool there = false;
    for (char *slash; !there && (slash = strrchr(above, '/')) != NULL && slash != above;) {
        *slash = '\0';
        there = os_facts(above, &f) && f.kind == OS_FILE;
    }
    xfree(above);
    return there;
}

enum { GONE_SHOWN = 10 };

static void note_gone(struct checking *k, const char *path)
{
    if (k->gone.n < GONE_SHOWN)
        say("gone since it was analysed: %s", path);
    note(k, &k->gone, "gone", path);
}

static bool check_file(void *context, const struct source_file *f)
{
    struct checking *k = context;
    struct strbuf bytes = {0};
    char hash[HASH_LENGTH + 1];
    if (os_access(f->path, F_OK) && file_read(f->path, 0, &bytes)) {
        bytes_hash((struct span){strbuf_text(&bytes), bytes.length}, hash);
        if (strcmp(hash, f->hash) != 0)
            report_fault(k, F_("changed since it was analysed: %s"), f->path);
    }
    strbuf_done(&bytes);
    if (!is_there(f->path))
        note_gone(k, f->path);
    return !call_cancelled();
}

int db_check(struct doing *d)
{
    struct checking k = {.d = d};
    struct store *s = d->store;
    if (!store_check(s, print_fault, &k) || !store_files(s, check_file, &k))
        return db_failed(s);
    if (call_cancelled())
        return CALL_CANCELLED;
    if (k.gone.n > GONE_SHOWN)
        say("gone since they were analysed: %zu more", k.gone.n - GONE_SHOWN);
    if (k.faults.n == 0)
        say("%s: sound%s", store_name(s), k.gone.n != 0 ? W_("; files that are gone can be left, or forgotten") : "");
    const struct check_answer answer = {d->head,
                                        k.faults.n == 0 ? "sound" : "not sound",
                                        {k.faults.at, k.faults.n},
                                        {k.gone.at, k.gone.n},
                                        {k.findings.at, k.findings.n}};
    return db_put(d, &db_check_document, &answer, k.faults.n == 0 ? CALL_CLEAN : CALL_SOME_FAILED);
}

/* ---- phases, plans and themes ---- */

struct classify_answer {
    struct db_head head;
    int64_t matches;
};

static const struct answer_field classify_fields[] = {
    DB_HEAD(struct classify_answer, "classify"),
    ANSWER(struct classify_answer, matches, "Matches", .help = "with updated phases, plans and themes"),
    {0}};
static const struct answer_rows classify_rows = {"DbClassify", NULL, sizeof(struct classify_answer), classify_fields};
const struct answer_document db_classify_document = DB_DOCUMENT("Phases, plans and themes", &classify_rows);

static struct match *read_record(const struct strbuf *record, const char *name)
{
    return record_of_text(record, met_default(), name);
}

int db_classify(struct doing *d)
{
    size_t done;
    if (!store_classify(d->store, read_record, &done))
        return db_failed(d->store);
    say("%s: phases, plans and themes of %zu matches made again", store_name(d->store), done);
    return db_put(d, &db_classify_document, &(struct classify_answer){d->head, (int64_t)done}, CALL_CLEAN);
}

/* ---- duplicates ---- */

struct match *db_record(struct store *s, int64_t analysis, const char *name)
{
    struct strbuf text = {0};
    struct match *m = store_record(s, analysis, &text) ? record_of_text(&text, met_default(), name) : NULL;
    strbuf_done(&text);
    return m;
}

/* How a match differs from the first of its group, appended. */
static void put_difference(struct strbuf *out, struct doing *d, const struct match *first, const struct suspect *of)
{
    struct match *m = db_record(d->store, of->analysis, of->path);
    if (first != NULL && m != NULL)
        (void)match_equal(first, m, out);
    match_free(m);
}

struct suspect_row {
    const char *path, *sha256, *difference;
};

struct group_row {
    const char *why;
    struct answer_list files;
};

struct duplicates_answer {
    struct db_head head;
    struct answer_list groups, lines;
};

struct suspect_line { /* of tables */
    int group;
    const char *why;
    struct suspect_row file;
};

static const struct answer_field suspect_fields[] = {
    ANSWER(struct suspect_row, path, NULL, .flags = ANSWER_PATH),
    ANSWER(struct suspect_row, sha256, NULL,
           .example = "2312f78e646dde951ead063a8a2a491c890ac4716ff80512ed3d5de6cbd36eae", .help = "of its bytes"),
    ANSWER(struct suspect_row, difference, NULL,
           .help = "first difference from the first file; empty = none, or this is the first file"),
    {0}};
static const struct answer_rows suspect_rows = {"Suspect", NULL, sizeof(struct suspect_row), suspect_fields};
static const struct answer_field group_fields[] = {
    ANSWER(struct group_row, why, NULL), ANSWER_LIST(struct group_row, files, NULL, &suspect_rows), {0}};
static const struct answer_rows group_rows = {"Suspects", NULL, sizeof(struct group_row), group_fields};
static const struct answer_field line_fields[] = {
    ANSWER(struct suspect_line, group, "Group", .flags = ANSWER_KEY),
    ANSWER(struct suspect_line, why, "Why"),
    ANSWER_NAMED("path", struct suspect_line, file.path, "File", .flags = ANSWER_KEY),
    ANSWER_NAMED("sha256", struct suspect_line, file.sha256, "SHA-256", .flags = ANSWER_WIDE),
    ANSWER_NAMED("difference", struct suspect_line, file.difference, "Difference", .missing = ANSWER_ZERO),
    {0}};
static const struct answer_rows line_rows = {"SuspectLine", NULL, sizeof(struct suspect_line), line_fields};
static const struct answer_field duplicates_fields[] = {
    DB_HEAD(struct duplicates_answer, "duplicates"),
    ANSWER_LIST(struct duplicates_answer, groups, NULL, &group_rows, .flags = ANSWER_DATA,
                .help = "by reason, the strongest first; each set of files is listed once"),
    ANSWER_LIST(struct duplicates_answer, lines, NULL, &line_rows, .flags = ANSWER_PEOPLE),
    {0}};
static const struct answer_rows duplicates_rows = {"DbDuplicates", NULL, sizeof(struct duplicates_answer),
                                                   duplicates_fields};
const struct answer_document db_duplicates_document = DB_DOCUMENT("Matches that may be one", &duplicates_rows);

static bool has_same_path(const struct suspects *group, size_t i, size_t k)
{
    return k < group->n && strcmp(group->at[i].path, group->at[k].path) == 0;
}

static void print_suspect(struct strbuf *out, const struct suspects *group, size_t i, const char *difference)
{
    strbuf_printf(out, "  %s", group->at[i].path);
    if (has_same_path(group, i, i - 1) || has_same_path(group, i, i + 1)) /* what `forget --content` takes */
        strbuf_printf(out, " (sha256 %.12s)", group->at[i].hash);
    strbuf_printf(out, "%s%s\n", *difference != '\0' ? ": " : "", difference);
}

struct shown_groups {
    struct doing *d;
    struct db_list groups, lines;
};

static void note_suspect(struct shown_groups *shown, struct suspect_row *row, const char *why, const struct suspect *of,
                         const char *difference)
{
    struct doing *d = shown->d;
    *row = (struct suspect_row){arena_strdup(d->arena, of->path), arena_strdup(d->arena, of->hash),
                                arena_strdup(d->arena, difference)};
    struct suspect_line *line = db_list_add(d, &shown->lines, sizeof *line);
    *line = (struct suspect_line){(int)shown->groups.n, why, *row};
}

static bool report_group(void *context, const struct suspects *group)
{
    struct shown_groups *shown = context;
    struct doing *d = shown->d;
    struct match *first = db_record(d->store, group->at[0].analysis, group->at[0].path);
    struct suspect_row *files = arena_alloc(d->arena, group->n * sizeof *files);
    struct group_row *row = db_list_add(d, &shown->groups, sizeof *row);
    struct strbuf difference = {0};
    *row = (struct group_row){arena_strdup(d->arena, group->why), {files, group->n}};
    if (d->lines != NULL)
        strbuf_printf(answers_own_text(d->lines), "%s:\n", tr(group->why));
    for (size_t i = 0; i < group->n && !call_cancelled(); i++) {
        strbuf_clear(&difference);
        if (i > 0)
            put_difference(&difference, d, first, &group->at[i]);
        note_suspect(shown, &files[i], row->why, &group->at[i], strbuf_text(&difference));
        if (d->lines != NULL)
            print_suspect(answers_own_text(d->lines), group, i, strbuf_text(&difference));
    }
    if (d->lines != NULL)
        answers_flush(d->lines);
    strbuf_done(&difference);
    match_free(first);
    return !call_cancelled();
}

int db_duplicates(struct doing *d)
{
    struct shown_groups shown = {.d = d};
    if (!store_duplicates(d->store, report_group, &shown))
        return db_failed(d->store);
    if (d->lines != NULL && shown.groups.n == 0)
        say("%s: no match seems to be stored twice", store_name(d->store));
    const struct duplicates_answer answer = {
        d->head, {shown.groups.at, shown.groups.n}, {shown.lines.at, shown.lines.n}};
    return db_put(d, &db_duplicates_document, &answer, call_cancelled() ? CALL_CANCELLED : CALL_CLEAN);
}
