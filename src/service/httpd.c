/* libmicrohttpd on demand; see httpd.h. */
#include "service/httpd.h"

#include "base/on_demand.h"

struct httpd http;

static const struct on_demand_function functions[] = {
#define ROW(name) {"MHD_" #name, &http.name},
    HTTPD_FUNCTIONS(ROW){NULL, NULL}};

static const char *const files[] = {"libmicrohttpd.so.12", NULL};
static struct on_demand library = {.files = files, .functions = functions, .lock = PTHREAD_MUTEX_INITIALIZER};

bool httpd_load(const char **why)
{
    const bool there = on_demand_load(&library);
    *why = library.why;
    return there;
}
