/* OpenAPI; see openapi.h. */
#include "service/openapi.h"

#include <json-c/json.h>
#include <stdio.h>
#include <string.h>

#include "base/version.h"
#include "base/xmalloc.h"
#include "service/catalogue.h"
#include "service/doors.h"

static void put(struct json_object *to, const char *key, struct json_object *value)
{
    json_object_object_add(to, key, value);
}

static void put_text(struct json_object *to, const char *key, const char *text)
{
    put(to, key, json_object_new_string(text));
}

/* A new object as a member. */
static struct json_object *within(struct json_object *of, const char *key)
{
    struct json_object *made = json_object_new_object();
    put(of, key, made);
    return made;
}

static struct json_object *schema_of(const char *type)
{
    struct json_object *schema = json_object_new_object();
    put_text(schema, "type", type);
    return schema;
}

/* ---- what is asked ---- */

static void put_parameter(struct json_object *to, const char *name, struct json_object *schema)
{
    struct json_object *parameter = json_object_new_object();
    put_text(parameter, "name", name);
    put_text(parameter, "in", "query");
    put(parameter, "schema", schema);
    json_object_array_add(to, parameter);
}

static struct json_object *parameters_of(const struct door *d)
{
    struct json_object *list = json_object_new_array();
    struct json_object *options = catalogue_options_schema(d->command), *properties;
    json_object_object_get_ex(options, "properties", &properties);
    json_object_object_foreach(properties, name, schema)
    {
        put_parameter(list, name, json_object_get(schema));
    }
    json_object_put(options);
    if (d->operand != NULL)
        put_parameter(list, d->operand, schema_of("string"));
    struct json_object *wait = schema_of("number");
    put_text(wait, "description", "seconds to wait for the answer, at most 25; then 202 says where it will be");
    put_parameter(list, "wait", wait);
    return list;
}

static struct json_object *asked_body(const struct door *d)
{
    struct json_object *schema = catalogue_options_schema(d->command), *properties;
    json_object_object_get_ex(schema, "properties", &properties);
    put_text(within(properties, "position"), "type", "string");
    struct json_object *positions = schema_of("array");
    put(positions, "items", schema_of("string"));
    put(positions, "maxItems", json_object_new_int(DOOR_INPUTS_MAX));
    put(properties, "positions", positions);
    return schema;
}

static void put_body(struct json_object *operation, const struct door *d)
{
    struct json_object *body = within(operation, "requestBody");
    put(body, "required", json_object_new_boolean(true));
    struct json_object *content = within(body, "content");
    if (d->body == DOOR_ASKS)
        put(within(content, "application/json"), "schema", asked_body(d));
    else
        within(content, "application/octet-stream");
}

/* ---- what is answered ---- */

static void put_reference(struct json_object *to, const char *schema)
{
    char path[128];
    snprintf(path, sizeof path, "#/components/schemas/%s", schema);
    put_text(to, "$ref", path);
}

/* The first document of a list of lines, or all it may be. */
static struct json_object *document_schema(const char *documents)
{
    struct json_object *any = json_object_new_array();
    char name[64];
    for (const char *at = documents; *at != '\0'; at += strspn(at, "\n")) {
        const size_t n = strcspn(at, "\n");
        snprintf(name, sizeof name, "%.*s", (int)n, at);
        struct json_object *one = json_object_new_object();
        put_reference(one, name);
        json_object_array_add(any, one);
        at += n;
    }
    struct json_object *schema = json_object_new_object();
    put(schema, "anyOf", any);
    return schema;
}

static void put_answer(struct json_object *responses, const struct door *d)
{
    struct json_object *answer = within(responses, "200");
    put_text(answer, "description", d->summary);
    struct json_object *content = within(answer, "content");
    for (const struct door_form *f = d->forms; f->type != NULL; f++) {
        struct json_object *media = within(content, f->type);
        if (d->document != NULL && strcmp(f->value, "json") == 0)
            put(media, "schema", document_schema(d->document));
    }
}

static void put_json_answer(struct json_object *responses, const char *status, const char *description,
                            const char *type, const char *schema)
{
    struct json_object *answer = within(responses, status);
    put_text(answer, "description", description);
    put_reference(within(within(within(answer, "content"), type), "schema"), schema);
}

static void put_problems(struct json_object *responses)
{
    put_json_answer(responses, "default", "Why not", "application/problem+json", "problem");
}

/* ---- paths ---- */

static void put_operation(struct json_object *path, const char *method, const struct door *d)
{
    const bool posts = strcmp(method, "post") == 0;
    char id[64];
    struct json_object *operation = within(path, method);
    snprintf(id, sizeof id, "%s_%s", method, strrchr(d->path, '/') + 1);
    put_text(operation, "operationId", id);
    put_text(operation, "summary", d->summary);
    put(operation, "parameters", parameters_of(d));
    if (posts)
        put_body(operation, d);
    struct json_object *responses = within(operation, "responses");
    put_answer(responses, d);
    put_json_answer(responses, "202", "It takes longer: Location says where it is", "application/json", "job");
    put_text(within(responses, "304"), "description", "The client has it already");
    put_problems(responses);
}

static void put_door(struct json_object *paths, const struct door *d)
{
    struct json_object *path = within(paths, d->path);
    if (d->body != DOOR_READS)
        put_operation(path, "get", d);
    if (d->body != DOOR_LOOKS)
        put_operation(path, "post", d);
}

static struct json_object *put_plain(struct json_object *paths, const char *path, const char *method,
                                     const char *summary)
{
    struct json_object *known = NULL;
    if (!json_object_object_get_ex(paths, path, &known))
        known = within(paths, path);
    struct json_object *operation = within(known, method);
    put_text(operation, "summary", summary);
    return within(operation, "responses");
}

static void put_texts(struct json_object *paths)
{
    static const struct {
        const char *path, *summary, *type;
    } plain[] = {{"/healthz", "The process answers", "text/plain"},
                 {"/readyz", "The engine and the collection answer", "text/plain"},
                 {"/metrics", "Figures for Prometheus", "text/plain"},
                 {"/openapi.json", "This document", "application/json"}};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        struct json_object *responses = put_plain(paths, plain[i].path, "get", plain[i].summary);
        struct json_object *answer = within(responses, "200");
        put_text(answer, "description", plain[i].summary);
        within(within(answer, "content"), plain[i].type);
        put_problems(responses);
    }
}

static void put_key(struct json_object *paths, const char *path)
{
    struct json_object *known, *list = json_object_new_array(), *key = json_object_new_object();
    json_object_object_get_ex(paths, path, &known);
    put_text(key, "name", "key");
    put_text(key, "in", "path");
    put(key, "required", json_object_new_boolean(true));
    put_text(within(key, "schema"), "type", "string");
    json_object_array_add(list, key);
    put(known, "parameters", list);
}

static void put_jobs(struct json_object *paths)
{
    static const char job[] = "/v1/jobs/{key}", result[] = "/v1/jobs/{key}/result", events[] = "/v1/jobs/{key}/events";
    struct json_object *responses = put_plain(paths, job, "get", "How a job stands");
    put_json_answer(responses, "200", "How it stands", "application/json", "job");
    put_problems(responses);
    responses = put_plain(paths, job, "delete", "This client no longer wants it: a job ends when nobody does");
    put_json_answer(responses, "200", "How it stands", "application/json", "job");
    put_problems(responses);
    responses = put_plain(paths, result, "get", "The answer of a job");
    put_text(within(responses, "200"), "description", "The answer, in the form that was asked for");
    put_problems(responses);
    responses = put_plain(paths, events, "get", "How it stands, now and after each change, until it is over");
    struct json_object *answer = within(responses, "200");
    put_text(answer, "description", "Each event is a whole job document");
    within(within(answer, "content"), "text/event-stream");
    put_problems(responses);
    put_key(paths, job);
    put_key(paths, result);
    put_key(paths, events);
}

/* ---- the whole ---- */

static void put_schema(struct json_object *schemas, const char *name)
{
    if (!json_object_object_get_ex(schemas, name, NULL))
        put(schemas, name, catalogue_answer_schema(name));
}

static void put_schemas(struct json_object *schemas, const char *documents)
{
    char name[64];
    for (const char *at = documents; at != NULL && *at != '\0'; at += strspn(at, "\n")) {
        const size_t n = strcspn(at, "\n");
        snprintf(name, sizeof name, "%.*s", (int)n, at);
        put_schema(schemas, name);
        at += n;
    }
}

static void put_security(struct json_object *document, struct json_object *components)
{
    struct json_object *bearer = within(within(components, "securitySchemes"), "token");
    put_text(bearer, "type", "http");
    put_text(bearer, "scheme", "bearer");
    struct json_object *either = json_object_new_array(), *token = json_object_new_object();
    put(token, "token", json_object_new_array());
    json_object_array_add(either, token);
    json_object_array_add(either, json_object_new_object()); /* a service without tokens does not require any */
    put(document, "security", either);
}

char *openapi_text(bool has_collection)
{
    struct json_object *document = json_object_new_object();
    put_text(document, "openapi", "3.1.0");
    struct json_object *info = within(document, "info");
    put_text(info, "title", "kibitzer");
    put_text(info, "version", KIBITZER_VERSION);
    struct json_object *paths = within(document, "paths"), *components = within(document, "components");
    struct json_object *schemas = within(components, "schemas");
    put_texts(paths);
    put_jobs(paths);
    for (const struct door *d = doors; d->path != NULL; d++)
        if (d->body != DOOR_LOOKS || has_collection) {
            put_door(paths, d);
            put_schemas(schemas, d->document);
        }
    put_schema(schemas, "problem");
    put_schema(schemas, "job");
    put_security(document, components);
    char *text =
        xstrdup(json_object_to_json_string_ext(document, JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_NOSLASHESCAPE));
    json_object_put(document);
    return text;
}
