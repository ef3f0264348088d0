/* Libraries that are loaded on first use, so that they are needed, and slow down the start, only when they are used. */
#ifndef KIBITZER_ON_DEMAND_H
#define KIBITZER_ON_DEMAND_H

#include <pthread.h>
#include <stdbool.h>

enum { ON_DEMAND_WHY = 256 };

struct on_demand {
    const char *const *files; /* names under which the library may be there, "libcurl.so.4"; NULL ends them */
    const struct on_demand_function {
        const char *name; /* NULL ends the table */
        void *at; /* of the function pointer that gets it */
    } * functions;
    pthread_mutex_t lock;
    enum { ON_DEMAND_UNTRIED, ON_DEMAND_LOADED, ON_DEMAND_MISSING } state;
    char why[ON_DEMAND_WHY]; /* it is missing */
};

/* Loads the library and finds its functions, at the first call; for any thread. False with the reason in l->why. It is
 * never unloaded. */
bool on_demand_load(struct on_demand *l);

#endif
