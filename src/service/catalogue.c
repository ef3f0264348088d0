/* Options and answers as JSON; see catalogue.h. */
#include "service/catalogue.h"

#include <json-c/json.h>
#include <pthread.h>
#include <string.h>

#include "kibitzer.h"
#include "service/order.h"

enum { COMMANDS_MAX = 64 };

/* ---- the options documents, read once ---- */

static struct {
    pthread_mutex_t lock;
    const char *command[COMMANDS_MAX];
    struct json_object *options[COMMANDS_MAX];
} read_once = {.lock = PTHREAD_MUTEX_INITIALIZER};

static struct json_object *read_options(const char *command)
{
    char *text = kibitzer_options_json(command, NULL);
    struct json_object *document = text != NULL ? json_tokener_parse(text) : NULL, *options = NULL;
    kibitzer_free(text);
    if (document == NULL || !json_object_object_get_ex(document, "options", &options))
        return NULL;
    json_object_get(options);
    json_object_put(document);
    return options;
}

/* The rows of a command's options; NULL = there is no such command. */
static struct json_object *options_of(const char *command)
{
    struct json_object *found = NULL;
    pthread_mutex_lock(&read_once.lock);
    for (size_t i = 0; kibitzer_command_name(i) != NULL && i < COMMANDS_MAX; i++)
        if (strcmp(kibitzer_command_name(i), command) == 0) {
            if (read_once.options[i] == NULL)
                read_once.options[i] = read_options(command);
            found = read_once.options[i];
        }
    pthread_mutex_unlock(&read_once.lock);
    return found;
}

/* ---- a row ---- */

static const char *text_of(const struct json_object *row, const char *key)
{
    struct json_object *value;
    return json_object_object_get_ex(row, key, &value) && json_object_is_type(value, json_type_string)
               ? json_object_get_string(value)
               : NULL;
}

static bool is_true(const struct json_object *row, const char *key)
{
    struct json_object *value;
    return json_object_object_get_ex(row, key, &value) && json_object_get_boolean(value);
}

struct json_object *catalogue_option(const char *command, const char *name)
{
    struct json_object *rows = options_of(command);
    for (size_t i = 0; rows != NULL && i < json_object_array_length(rows); i++) {
        struct json_object *row = json_object_array_get_idx(rows, i);
        if (strcmp(text_of(row, "name"), name) == 0)
            return row;
    }
    return NULL;
}

bool catalogue_is_list(const struct json_object *option)
{
    return strcmp(text_of(option, "type"), "array") == 0;
}

static bool is_known_value(const struct json_object *row, const char *value)
{
    struct json_object *values;
    if (!json_object_object_get_ex(row, "values", &values))
        return false;
    for (size_t i = 0; i < json_object_array_length(values); i++)
        if (value == NULL || strcmp(json_object_get_string(json_object_array_get_idx(values, i)), value) == 0)
            return true;
    return false;
}

/* The server decides about the form of the answer, where it goes, the collection, and limits. */
static bool is_ours(const char *name)
{
    static const char *const ours[] = {"jobs",  "cache",  "format", "to",    "json",      "tsv", "header",  "width",
                                       "watch", "output", "out",    "shard", "reconnect", "db",  "db-file", "pages"};
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (strcmp(name, ours[i]) == 0)
            return true;
    return strncmp(name, "max-", 4) == 0 && strcmp(name, "max-plies") != 0;
}

bool catalogue_may_ask(const struct json_object *option, const char *value)
{
    if (is_ours(text_of(option, "name")))
        return false;
    return (!is_true(option, "reads_file") && !is_true(option, "writes_file")) || is_known_value(option, value);
}

/* ---- schemas ---- */

static void copy(struct json_object *from, const char *key, struct json_object *to, const char *as)
{
    struct json_object *value;
    struct json_object *own = NULL; /* reference counts of objects that threads share are left alone */
    if (json_object_object_get_ex(from, key, &value) && value != NULL && json_object_deep_copy(value, &own, NULL) == 0)
        json_object_object_add(to, as, own);
}

static struct json_object *schema_of_type(const char *type)
{
    struct json_object *schema = json_object_new_object();
    json_object_object_add(schema, "type", json_object_new_string(type));
    return schema;
}

static struct json_object *schema_of_row(struct json_object *row)
{
    const char *type = text_of(row, "type");
    struct json_object *schema = schema_of_type(type);
    struct json_object *value = schema;
    if (strcmp(type, "array") == 0)
        json_object_object_add(schema, "items", value = schema_of_type("string"));
    copy(row, "help", schema, "description");
    copy(row, "least", value, "minimum");
    copy(row, "most", value, "maximum");
    const bool file = is_true(row, "reads_file") || is_true(row, "writes_file");
    copy(row, "values", value, file ? "enum" : "examples");
    return schema;
}

struct json_object *catalogue_option_schema(const char *command, const char *name)
{
    struct json_object *row = catalogue_option(command, name);
    return row != NULL ? schema_of_row(row) : NULL;
}

struct json_object *catalogue_options_schema(const char *command)
{
    struct json_object *rows = options_of(command);
    if (rows == NULL)
        return NULL;
    struct json_object *schema = schema_of_type("object"), *properties = json_object_new_object();
    for (size_t i = 0; i < json_object_array_length(rows); i++) {
        struct json_object *row = json_object_array_get_idx(rows, i);
        if (catalogue_may_ask(row, NULL))
            json_object_object_add(properties, text_of(row, "name"), schema_of_row(row));
    }
    json_object_object_add(schema, "properties", properties);
    json_object_object_add(schema, "additionalProperties", json_object_new_boolean(false));
    return schema;
}

struct json_object *catalogue_answer_schema(const char *document)
{
    struct order *o = order_new("schema");
    struct json_object *schema = NULL;
    if (o == NULL)
        return NULL;
    order_input(o, document);
    if (order_run(o, 1) == KIBITZER_OK)
        schema = json_tokener_parse(strbuf_text(order_output(o)));
    order_free(o);
    return schema;
}
