/* Calls of tools; see errand.h. */
#include "assistant/errand.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assistant/trim.h"
#include "base/os.h"
#include "kibitzer.h"
#include "service/catalogue.h"

enum { MESSAGES_MAX = 10, MESSAGE_ROOM = 300, NAME_ROOM = 64 };

void errand_begin(struct errand *t)
{
    t->answer = json_object_new_object();
    t->messages = json_object_new_array();
}

void errand_done(struct errand *t)
{
    json_object_put(t->answer);
    json_object_put(t->pictures);
    json_object_put(t->messages);
    strbuf_done(&t->problem);
    strbuf_done(&t->path);
}

bool errand_fail(struct errand *t, const char *format, ...)
{
    char *text = NULL;
    va_list args;
    va_start(args, format);
    if (vasprintf(&text, format, args) >= 0) {
        strbuf_clear(&t->problem);
        strbuf_puts(&t->problem, text);
        free(text);
    }
    va_end(args);
    return false;
}

/* ---- arguments ---- */

json_object *errand_argument(const struct errand *t, const char *name)
{
    json_object *value;
    return json_object_object_get_ex(t->arguments, name, &value) ? value : NULL;
}

const char *errand_text(const struct errand *t, const char *name)
{
    json_object *value = errand_argument(t, name);
    return value != NULL ? json_object_get_string(value) : NULL;
}

bool errand_flag(const struct errand *t, const char *name)
{
    return json_object_get_boolean(errand_argument(t, name));
}

int errand_number(const struct errand *t, const char *name, int otherwise)
{
    json_object *value = errand_argument(t, name);
    return value != NULL ? json_object_get_int(value) : otherwise;
}

/* ---- commands ---- */

/* Clients do not see our paths: files in the folder are named relative to it. */
static void put_without_root(const struct errand *t, const char *text, struct strbuf *out)
{
    const size_t length = t->options->root != NULL ? strlen(t->options->root) : 0;
    for (const char *found; length > 1 && (found = strstr(text, t->options->root)) != NULL;) {
        strbuf_add(out, text, (size_t)(found - text));
        text = found + length + (found[length] == '/');
    }
    strbuf_puts(out, text);
}

/* Nor do they see hints that name options of the command line. */
static json_object *words_of(const struct errand *t, const char *text)
{
    struct strbuf bare = {0};
    put_without_root(t, text, &bare);
    char *advice = bare.length != 0 ? strstr(bare.at, "; use --") : NULL;
    if (advice != NULL)
        *advice = '\0';
    json_object *out = trim_text(strbuf_text(&bare), MESSAGE_ROOM, false);
    strbuf_done(&bare);
    return out;
}

/* Messages about options of the command line are for people who typed them. */
static bool is_of_use(const char *line)
{
    return strncmp(line, "kibitzer: ", 10) != 0 || strstr(line, "warning: ") != NULL || strstr(line, "error: ") != NULL;
}

/* Warnings and the like, a line each. */
static void keep_messages(struct errand *t, const char *lines)
{
    struct strbuf line = {0};
    for (const char *end; *lines != '\0' && json_object_array_length(t->messages) < MESSAGES_MAX; lines = end) {
        end = lines + strcspn(lines, "\n");
        strbuf_clear(&line);
        strbuf_add(&line, lines, (size_t)(end - lines));
        if (is_of_use(strbuf_text(&line)))
            json_object_array_add(t->messages, words_of(t, strbuf_text(&line)));
        end += *end == '\n';
    }
    strbuf_done(&line);
}

static bool refused(struct errand *t, const struct order *o)
{
    const struct order_fault *f = order_fault(o);
    if (f->code == KIBITZER_LIMIT)
        return errand_fail(t, "it took longer than %d s, which a call may take: choose a lower level, or ask for less",
                           t->options->seconds);
    json_object *words = words_of(t, f->words != NULL && f->words[0] != '\0' ? f->words : "nothing usable was found");
    (void)errand_fail(t, "%s", json_object_get_string(words));
    json_object_put(words);
    return false;
}

struct order *errand_order(struct errand *t, const char *command)
{
    struct order *o = order_new(command);
    order_limit(o, 0, t->options->seconds);
    order_engine(o, t->engine);
    if (t->progress != NULL)
        order_on_progress(o, t->progress, t->context);
    return o;
}

bool errand_ask(struct errand *t, struct order *o, const char *names)
{
    bool ok = true;
    for (const char *at = names; ok && *at != '\0'; at += strspn(at, " ")) {
        char name[NAME_ROOM];
        const size_t length = strcspn(at, " ");
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        at += length;
        json_object *one = json_object_new_object(), *value = errand_argument(t, name);
        if (value != NULL)
            json_object_object_add(one, name, json_object_get(value));
        ok = order_ask_json(o, one) || refused(t, o);
        json_object_put(one);
    }
    return ok;
}

static void leave(struct errand *t, struct order *o)
{
    t->works_on(t->context, NULL);
    order_free(o);
}

bool errand_run(struct errand *t, struct order *o, struct strbuf *out)
{
    const bool ready = t->problem.length == 0;
    t->works_on(t->context, o);
    const bool done = ready && (order_run(o, t->options->jobs) >= 0 || refused(t, o));
    if (done) {
        strbuf_add(out, strbuf_text(order_output(o)), order_output(o)->length);
        keep_messages(t, strbuf_text(order_messages(o)));
    }
    leave(t, o);
    return done;
}

json_object *errand_document(struct errand *t, struct order *o)
{
    struct strbuf text = {0};
    json_object *document = NULL;
    if (order_set(o, "json", "yes") && errand_run(t, o, &text))
        document = json_tokener_parse(strbuf_text(&text));
    strbuf_done(&text);
    if (document == NULL && t->problem.length == 0)
        (void)errand_fail(t, "nothing usable was found");
    return document;
}

/* ---- inputs ---- */

/* The file is in the folder, even after links are followed. */
static bool file_below(struct errand *t, const char *name, struct strbuf *path)
{
    const char *root = t->options->root;
    struct os_facts facts;
    struct strbuf joined = {0};
    if (root == NULL)
        return errand_fail(t, "this server was started without --root: give the match as `text`");
    if (os_path_is_absolute(name))
        return errand_fail(t, "found an absolute path, expected one below the server's folder");
    strbuf_printf(&joined, "%s/%s", root, name);
    const bool there = os_path_real(strbuf_text(&joined), path);
    strbuf_done(&joined);
    if (there && !os_path_is_below(root, strbuf_text(path)) && strcmp(root, strbuf_text(path)) != 0)
        return errand_fail(t, "the path leads out of the server's folder");
    const bool known = there && os_facts(strbuf_text(path), &facts);
    if (known && facts.kind == OS_FILE)
        return true;
    if (known && facts.kind == OS_FOLDER)
        return errand_fail(t, "found a folder, expected a file; `analyze` without arguments lists them");
    return errand_fail(t, "there is no such file; `analyze` without arguments lists them");
}

bool errand_reads(struct errand *t, struct order *o)
{
    const char *file = errand_text(t, "file"), *text = errand_text(t, "text");
    if ((file != NULL) == (text != NULL))
        return errand_fail(t, "expected either `file` or `text`");
    if (text != NULL)
        order_bytes(o, text, strlen(text));
    else if (file_below(t, file, &t->path))
        order_input(o, strbuf_text(&t->path));
    return t->problem.length == 0;
}
