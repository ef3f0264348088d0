/* The option; see language_option.h. */
#include "base/language_option.h"

void languages_list(struct strbuf *out, const char *or_)
{
    for (size_t i = 0; language_code(i) != NULL; i++)
        strbuf_printf(out, "%s%s", i == 0 ? "" : language_code(i + 1) == NULL ? or_ : ", ", language_code(i));
}

bool parse_language(const struct option_value *v)
{
    const struct language *l = language_named(v->text);
    struct strbuf known = {0};
    if (l != NULL) {
        *(const char **)v->field = l->code;
        return true;
    }
    languages_list(&known, tr(" or "));
    (void)option_wrong(v, "no such language, expected %s", strbuf_text(&known));
    strbuf_done(&known);
    return false;
}

void language_asked(const struct options *o)
{
    if (options_asked(o, "language"))
        (void)language_enter(language_named(options_text(o, "language")));
}
