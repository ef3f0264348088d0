/* The option; see language_option.h. */
#include "base/language_option.h"

bool parse_language(const struct option_value *v)
{
    const struct language *l = language_named(v->text);
    struct strbuf known = {0};
    if (l != NULL) {
        *(const char **)v->field = l->code;
        return true;
    }
    for (size_t i = 0; language_code(i) != NULL; i++)
        strbuf_printf(&known, "%s%s", i == 0 ? "" : language_code(i + 1) == NULL ? tr(" or ") : ", ", language_code(i));
    (void)option_wrong(v, "no such language, expected %s", strbuf_text(&known));
    strbuf_done(&known);
    return false;
}

void language_asked(const struct options *o)
{
    if (options_asked(o, "language"))
        (void)language_enter(language_named(options_text(o, "language")));
}
