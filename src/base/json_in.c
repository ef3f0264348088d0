/* Reading JSON; see json_in.h. */
#include "base/json_in.h"

#include "base/attempt.h"
#include "base/format.h"

/* A match of 20,000 plies is 20 MB; what is read takes memory that no attempt counts, up to 24 times as much. */
enum { JSON_MAX = 64 << 20 };

static void release(void *json)
{
    json_object_put(json);
}

const char *json_fault_words(enum json_tokener_error error)
{
    static const char *const words[] = {
        [json_tokener_continue] = W_("the document breaks off"),
        [json_tokener_error_depth] = W_("values are nested too deeply"),
        [json_tokener_error_parse_eof] = W_("the document breaks off"),
        [json_tokener_error_parse_null] = W_("null is expected"),
        [json_tokener_error_parse_boolean] = W_("true or false is expected"),
        [json_tokener_error_parse_number] = W_("a number is expected"),
        [json_tokener_error_parse_array] = W_("a comma or the end of the list is expected"),
        [json_tokener_error_parse_object_key_name] = W_("a key in quotes is expected"),
        [json_tokener_error_parse_object_key_sep] = W_("a colon is expected behind the key"),
        [json_tokener_error_parse_object_value_sep] = W_("a comma or the end of the object is expected"),
        [json_tokener_error_parse_string] = W_("an escape of JSON is expected"),
        [json_tokener_error_parse_utf8_string] = W_("a text is not UTF-8"),
    };
    const char *known = (size_t)error < sizeof words / sizeof *words ? words[error] : NULL;
    return known != NULL ? known : W_("another character is expected");
}

static json_object *parse(json_tokener *t, struct span text, struct json_fault *fault)
{
    json_object *read = json_tokener_parse_ex(t, text.at, (int)text.length);
    const enum json_tokener_error error = json_tokener_get_error(t);
    fault->at = json_tokener_get_parse_end(t);
    fault->cut = error == json_tokener_continue;
    fault->what = json_fault_words(error);
    /* behind a zero it reads nothing */
    if (read != NULL && span_trim(span_sub(text, fault->at, text.length)).length != 0) {
        json_object_put(read);
        fault->what = json_fault_words(json_tokener_error_parse_unexpected);
        return NULL;
    }
    return read;
}

json_object *json_parse(struct span text, struct json_fault *fault)
{
    if (text.length > JSON_MAX)
        return NULL;
    json_tokener *t = json_tokener_new();
    if (t == NULL)
        attempt_fail();
    json_tokener_set_flags(t, JSON_TOKENER_STRICT);
    json_object *read = parse(t, text, fault);
    json_tokener_free(t);
    if (read != NULL)
        attempt_hold(read, release);
    return read;
}

json_object *json_in(struct span text, struct strbuf *why)
{
    struct json_fault f = {0};
    json_object *read = json_parse(text, &f);
    if (read == NULL && text.length > JSON_MAX)
        strbuf_say(why, "it has more than 64 MB of JSON");
    else if (read == NULL)
        strbuf_say(why, "it is not JSON from byte %zu on: %s", f.at, f.what);
    return read;
}

void json_in_done(json_object *json)
{
    if (json != NULL)
        attempt_release(json, release);
}

json_object *json_member(json_object *o, const char *key)
{
    json_object *value = NULL;
    return json_object_is_type(o, json_type_object) && json_object_object_get_ex(o, key, &value) ? value : NULL;
}

const char *json_text(json_object *o, const char *key)
{
    json_object *value = json_member(o, key);
    return json_object_is_type(value, json_type_string) ? json_object_get_string(value) : NULL;
}
