/* Orders; see order.h. */
#include "service/order.h"

#include <ctype.h>
#include <json-c/json.h>
#include <sha256.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/call.h"
#include "base/helpers.h"
#include "base/xmalloc.h"
#include "kibitzer.h"
#include "kibitzer_collection.h"
#include "service/catalogue.h"

enum { LANGUAGE_ROOM = 16, PROGRESS_MS = 250, MESSAGES_MAX = 1 << 16 };

struct asked { /* an option that was set */
    char *name, *value;
};

struct order {
    char *command;
    struct kibitzer_call *call;
    struct kibitzer_options *options;
    struct asked *asked;
    size_t n_asked, room_asked;
    char **input;
    size_t n_input, room_input;
    const void *bytes; /* instead of inputs */
    size_t length;
    const char *place, *place_name; /* of the collection, or NULL */
    bool shares;
    char language[LANGUAGE_ROOM]; /* "" = English */
    order_progress *progress;
    void *context;
    struct strbuf output, messages;
    bool answered; /* it may be with nothing: no rows are no lines */
    struct order_fault fault;
    char *option, *value, *words; /* of the fault */
};

/* ---- what is heard while it runs ---- */

static int on_output(void *order, const void *bytes, size_t length)
{
    struct order *o = order;
    strbuf_add(&o->output, bytes, length);
    o->answered = true;
    return 0;
}

static bool is_named(const char *text, const char *name)
{
    const size_t n = name != NULL ? strlen(name) : 0;
    return n != 0 && strncmp(text, name, n) == 0 && !isalnum((unsigned char)text[n]);
}

/* Without the place of the collection, in either of its forms, the longer one first. */
static void put_without_place(const struct order *o, const char *text, struct strbuf *out)
{
    for (char before = ' '; *text != '\0'; before = text[-1]) {
        const char *name = isalnum((unsigned char)before)  ? NULL
                           : is_named(text, o->place_name) ? o->place_name
                           : is_named(text, o->place)      ? o->place
                                                           : NULL;
        strbuf_puts(out, name != NULL ? "collection" : "");
        strbuf_add(out, text, name == NULL);
        text += name != NULL ? strlen(name) : 1;
    }
}

static const char inputs_name[] = "<arguments>";

/* Of inputs that are not files the line is the number. */
static bool is_about_input(const struct kibitzer_message *m)
{
    const char *file = kibitzer_message_file(m);
    return file != NULL && strcmp(file, inputs_name) == 0;
}

static void on_message(void *order, const struct kibitzer_message *m)
{
    struct order *o = order;
    if (o->messages.length < MESSAGES_MAX) {
        put_without_place(o, kibitzer_message_display(m), &o->messages);
        strbuf_putc(&o->messages, '\n');
    }
    if (o->fault.line == 0 && kibitzer_message_severity(m) == KIBITZER_ERROR) {
        o->fault.line = kibitzer_message_line(m);
        o->fault.column = kibitzer_message_column(m);
        o->fault.input = is_about_input(m) ? o->fault.line : 0;
    }
}

static int on_progress(void *order, const struct kibitzer_progress *p)
{
    const struct order *o = order;
    return o->progress == NULL || o->progress(o->context, kibitzer_progress_fraction(p), kibitzer_progress_text(p)) ? 0
                                                                                                                    : 1;
}

/* ---- making ---- */

struct order *order_new(const char *command)
{
    struct kibitzer_call *call = kibitzer_call_new();
    struct kibitzer_options *options = call != NULL ? kibitzer_options_new(command, call) : NULL;
    if (options == NULL) {
        kibitzer_call_free(call);
        return NULL;
    }
    struct order *o = xcalloc(1, sizeof *o);
    o->command = xstrdup(command);
    o->call = call;
    o->options = options;
    strbuf_add(&o->output, "", 0); /* they belong to the order, whichever call they grow in */
    strbuf_add(&o->messages, "", 0);
    kibitzer_call_on_output(call, on_output, o);
    kibitzer_call_on_message(call, on_message, o);
    kibitzer_call_on_progress(call, on_progress, o, PROGRESS_MS);
    kibitzer_call_input(call, NULL, 0);
    return o;
}

static void forget_fault(struct order *o)
{
    xfree(o->option);
    xfree(o->value);
    xfree(o->words);
    o->option = o->value = o->words = NULL;
    o->fault = (struct order_fault){.code = KIBITZER_OK};
}

void order_free(struct order *o)
{
    if (o == NULL)
        return;
    for (size_t i = 0; i < o->n_asked; i++) {
        xfree(o->asked[i].name);
        xfree(o->asked[i].value);
    }
    for (size_t i = 0; i < o->n_input; i++)
        xfree(o->input[i]);
    xfree(o->asked);
    xfree(o->input);
    forget_fault(o);
    kibitzer_options_free(o->options);
    kibitzer_call_free(o->call);
    strbuf_done(&o->output);
    strbuf_done(&o->messages);
    xfree(o->command);
    xfree(o);
}

/* ---- options ---- */

bool order_refuse(struct order *o, int code, const char *option, const char *value, const char *words)
{
    forget_fault(o);
    o->option = option != NULL ? xstrdup(option) : NULL;
    o->value = value != NULL ? xstrdup(value) : NULL;
    o->words = xstrdup(words);
    o->fault = (struct order_fault){.code = code, .words = o->words, .option = o->option, .value = o->value};
    return false;
}

/* The result as the call reports it. */
static bool refuse_as_call(struct order *o, int code)
{
    const struct order_fault heard = o->fault;
    const char *option = kibitzer_call_option(o->call), *value = kibitzer_call_value(o->call);
    struct strbuf words = {0};
    const char *first = kibitzer_call_message(o->call);
    const size_t head = strncmp(first, inputs_name, strlen(inputs_name)) == 0 ? strlen(inputs_name) : 0;
    put_without_place(o, first + head + (head != 0 ? strspn(first + head, ": ") : 0), &words);
    order_refuse(o, code, option, value, strbuf_text(&words));
    strbuf_done(&words);
    o->fault.line = heard.line;
    o->fault.column = heard.column;
    o->fault.input = heard.input;
    return false;
}

bool order_set(struct order *o, const char *name, const char *value)
{
    const int code = kibitzer_options_set(o->options, name, value, o->call);
    if (code != KIBITZER_OK)
        return refuse_as_call(o, code);
    o->asked = grow(o->asked, o->n_asked, &o->room_asked, sizeof *o->asked);
    o->asked[o->n_asked++] = (struct asked){xstrdup(name), xstrdup(value != NULL ? value : "yes")};
    return true;
}

bool order_collection(struct order *o, const char *place, const char *name)
{
    o->place = place;
    o->place_name = name;
    return order_set(o, "db", place);
}

bool order_ask(struct order *o, const char *name, const char *value)
{
    const struct json_object *option = catalogue_option(o->command, name);
    if (option == NULL)
        return order_refuse(o, KIBITZER_UNKNOWN, name, value, "there is no such option");
    if (!catalogue_may_ask(option, value))
        return order_refuse(o, KIBITZER_BAD_OPTION, name, value, "the server decides about this option");
    return order_set(o, name, value);
}

bool order_has_one(const struct order *o, const char *name)
{
    bool has = false;
    for (size_t i = 0; !has && i < o->n_asked; i++)
        has = strcmp(o->asked[i].name, name) == 0;
    return has && !catalogue_is_list(catalogue_option(o->command, name));
}

static bool ask_value(struct order *o, const char *name, struct json_object *value)
{
    switch (json_object_get_type(value)) {
    case json_type_boolean:
        return order_ask(o, name, json_object_get_boolean(value) ? "yes" : "no");
    case json_type_string:
        if (strlen(json_object_get_string(value)) != (size_t)json_object_get_string_len(value))
            return order_refuse(o, KIBITZER_BAD_OPTION, name, NULL, "found a NUL in a text");
        return order_ask(o, name, json_object_get_string(value));
    case json_type_int:
    case json_type_double:
        return order_ask(o, name, json_object_to_json_string(value));
    default:
        return order_refuse(o, KIBITZER_BAD_OPTION, name, json_object_to_json_string(value),
                            "expected a text, a number, true or false");
    }
}

static bool ask_values(struct order *o, const char *name, struct json_object *value)
{
    if (!json_object_is_type(value, json_type_array))
        return ask_value(o, name, value);
    for (size_t i = 0; i < json_object_array_length(value); i++)
        if (!ask_value(o, name, json_object_array_get_idx(value, i)))
            return false;
    return true;
}

bool order_ask_json(struct order *o, struct json_object *options)
{
    json_object_object_foreach(options, name, value)
    {
        if (!ask_values(o, name, value))
            return false;
    }
    return true;
}

/* ---- inputs ---- */

void order_input(struct order *o, const char *text)
{
    o->input = grow(o->input, o->n_input, &o->room_input, sizeof *o->input);
    o->input[o->n_input++] = xstrdup(text);
}

void order_bytes(struct order *o, const void *bytes, size_t length)
{
    o->bytes = bytes;
    o->length = length;
    kibitzer_call_input(o->call, bytes, length);
}

void order_on_progress(struct order *o, order_progress *progress, void *context)
{
    o->progress = progress;
    o->context = context;
}

void order_limit(struct order *o, size_t megabytes, double seconds)
{
    (void)kibitzer_call_limit(o->call, megabytes, seconds);
}

void order_engine(struct order *o, struct kibitzer_engine *e)
{
    (void)kibitzer_call_engine(o->call, e);
}

void order_share(struct order *o)
{
    o->shares = true;
}

bool order_language(struct order *o, const char *code)
{
    if (kibitzer_call_language(o->call, code) != KIBITZER_OK)
        return false;
    snprintf(o->language, sizeof o->language, "%s", code != NULL ? code : "");
    return true;
}

/* ---- the key ---- */

static void hash_text(SHA2_CTX *h, const char *text)
{
    SHA256Update(h, (const uint8_t *)text, strlen(text) + 1);
}

/* By name; of one that may be repeated in the order in which they were set. */
static int by_name(const void *a, const void *b)
{
    const struct asked *const *x = a, *const *y = b;
    const int d = strcmp((*x)->name, (*y)->name);
    return d != 0 ? d : (*x > *y) - (*x < *y);
}

static bool is_usual(const struct order *o, const struct asked *a)
{
    struct json_object *initial;
    struct json_object *option = catalogue_option(o->command, a->name);
    return option != NULL && json_object_object_get_ex(option, "default", &initial) && initial != NULL &&
           strcmp(json_object_get_string(initial), a->value) == 0;
}

static void hash_options(const struct order *o, SHA2_CTX *h)
{
    const struct asked **at = xcalloc(o->n_asked + 1, sizeof *at);
    for (size_t i = 0; i < o->n_asked; i++)
        at[i] = &o->asked[i];
    qsort(at, o->n_asked, sizeof *at, by_name);
    for (size_t i = 0; i < o->n_asked; i++) {
        const bool last = i + 1 == o->n_asked || strcmp(at[i]->name, at[i + 1]->name) != 0;
        const bool first = i == 0 || strcmp(at[i]->name, at[i - 1]->name) != 0;
        if (last && first && is_usual(o, at[i]))
            continue;
        hash_text(h, at[i]->name);
        hash_text(h, at[i]->value);
    }
    xfree(at);
}

void order_key(const struct order *o, char key[65])
{
    SHA2_CTX h;
    uint8_t digest[SHA256_DIGEST_LENGTH];
    SHA256Init(&h);
    hash_text(&h, kibitzer_version());
    hash_text(&h, o->command);
    if (o->shares)
        hash_text(&h, "shares"); /* no language has that name */
    hash_text(&h, strcmp(o->language, "en") != 0 ? o->language : "");
    hash_options(o, &h);
    hash_text(&h, ""); /* no option has that name */
    for (size_t i = 0; i < o->n_input; i++)
        hash_text(&h, o->input[i]);
    SHA256Update(&h, (const uint8_t *)(o->bytes != NULL ? o->bytes : ""), o->length);
    SHA256Final(digest, &h);
    for (size_t i = 0; i < sizeof digest; i++)
        snprintf(key + 2 * i, 3, "%02x", digest[i]);
}

/* ---- doing it ---- */

static void set_threads(struct order *o, int threads)
{
    if (threads > 0 && catalogue_option(o->command, "jobs") != NULL)
        (void)kibitzer_options_set_number(o->options, "jobs", threads, o->call);
}

static bool has_gone(const char *place)
{
    struct kibitzer_call *quiet = kibitzer_call_new();
    struct kibitzer_collection *k = kibitzer_collection_open(place, NULL, quiet);
    const bool gone = k == NULL;
    kibitzer_collection_close(k);
    kibitzer_call_free(quiet);
    return gone;
}

/* A command that found nothing that fits has failed, but has answered; or the collection is not what it was. */
static int look_again(struct order *o, int code)
{
    if (o->place == NULL || code != KIBITZER_FAILED)
        return code;
    if (o->answered)
        return KIBITZER_OK;
    return has_gone(o->place) ? KIBITZER_UNREADABLE : code;
}

static int run(struct order *o)
{
    static const char *const bytes[] = {"-"};
    return o->bytes != NULL ? kibitzer_run(o->options, bytes, 1, o->call)
                            : kibitzer_run(o->options, (const char *const *)o->input, o->n_input, o->call);
}

static void keep_share(void *order, const void *bytes, size_t length)
{
    strbuf_add(&((struct order *)order)->output, bytes, length);
}

/* As the only helper. */
static int run_as_helper(struct order *o)
{
    struct shares all = {.of = 1, .hand_on = keep_share, .context = o};
    struct call around;
    call_init(&around);
    around.shares = &all;
    struct call *before = call_enter(&around);
    const int code = run(o);
    call_enter(before);
    call_done(&around);
    return code;
}

int order_run(struct order *o, int threads)
{
    forget_fault(o);
    strbuf_clear(&o->output);
    strbuf_clear(&o->messages);
    o->answered = false;
    set_threads(o, threads);
    const int code = look_again(o, o->shares ? run_as_helper(o) : run(o));
    if (code == KIBITZER_UNREADABLE)
        (void)order_refuse(o, code, NULL, NULL, "the collection cannot be read now");
    else if (code != KIBITZER_OK)
        (void)refuse_as_call(o, code);
    o->fault.nothing_fits = o->place != NULL && code == KIBITZER_FAILED;
    if (code < 0)
        strbuf_clear(&o->output);
    return code;
}

void order_cancel(struct order *o)
{
    kibitzer_call_cancel(o->call);
}

const struct strbuf *order_output(const struct order *o)
{
    return &o->output;
}

const struct strbuf *order_messages(const struct order *o)
{
    return &o->messages;
}

const struct order_fault *order_fault(const struct order *o)
{
    return &o->fault;
}
