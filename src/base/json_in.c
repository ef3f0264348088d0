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

json_object *json_in(struct span text, struct strbuf *why)
{
    json_tokener *t = text.length <= JSON_MAX ? json_tokener_new() : NULL;
    if (t == NULL && text.length <= JSON_MAX)
        attempt_fail();
    if (t == NULL) {
        strbuf_say(why, "it has more than 64 MB of JSON");
        return NULL;
    }
    json_tokener_set_flags(t, JSON_TOKENER_STRICT);
    json_object *read = json_tokener_parse_ex(t, text.at, (int)text.length);
    if (read == NULL)
        strbuf_say(why, "it is not JSON from byte %zu on: %s", json_tokener_get_parse_end(t),
                   json_tokener_error_desc(json_tokener_get_error(t)));
    else
        attempt_hold(read, release);
    json_tokener_free(t);
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
