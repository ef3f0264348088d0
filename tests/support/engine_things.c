/* Beginnings of engine tests; see engine_things.h. */
#include "engine_things.h"

#include <stdlib.h>

#include "assertions.h"

struct position position_of(const char *id)
{
    struct position p = {0};
    const char *problem;
    size_t fault;
    if (!any_id_read(span_of(id), &p, &problem, &fault))
        fail_msg("%s: %s", id, problem);
    return p;
}

const char *kept_tables(void)
{
    return getenv("TEST_CACHE");
}

struct met *woolsey(void)
{
    struct diags d;
    diags_init(&d, NULL);
    struct met *m = met_open("woolsey", &d);
    assert_non_null(m);
    diags_done(&d);
    return m;
}
