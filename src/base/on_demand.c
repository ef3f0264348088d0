/* Libraries loaded when they are asked for; see on_demand.h. */
#include "base/on_demand.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static void note_why(struct on_demand *l)
{
    const char *why = dlerror();
    snprintf(l->why, sizeof l->why, "%s", why != NULL ? why : "the library cannot be loaded");
    l->state = ON_DEMAND_MISSING;
}

static void find_functions(struct on_demand *l, void *library)
{
    for (const struct on_demand_function *f = l->functions; f->name != NULL; f++) {
        void *found = dlsym(library, f->name);
        if (found == NULL) {
            note_why(l);
            return;
        }
        memcpy(f->at, &found, sizeof found); /* POSIX lets a pointer to data hold one to a function */
    }
    l->state = ON_DEMAND_LOADED;
}

static void try_to_load(struct on_demand *l)
{
    for (const char *const *file = l->files; *file != NULL; file++) {
        void *library = dlopen(*file, RTLD_NOW | RTLD_LOCAL);
        if (library != NULL) {
            find_functions(l, library);
            return;
        }
        note_why(l);
    }
}

bool on_demand_load(struct on_demand *l)
{
    pthread_mutex_lock(&l->lock);
    if (l->state == ON_DEMAND_UNTRIED)
        try_to_load(l);
    const bool loaded = l->state == ON_DEMAND_LOADED;
    pthread_mutex_unlock(&l->lock);
    return loaded;
}
