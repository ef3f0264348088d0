/* The latest analyses; see shelf.h. Threads share them, so they are kept as texts: objects of json-c are counted
 * without a lock. */
#include "assistant/shelf.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { KEPT = 8 };

struct shelf {
    pthread_mutex_t lock;
    struct kept {
        char *id, *text; /* of malloc(): they outlive the attempts of calls */
    } kept[KEPT]; /* the newest first */
};

struct shelf *shelf_new(void)
{
    struct shelf *s = calloc(1, sizeof *s);
    if (s != NULL)
        pthread_mutex_init(&s->lock, NULL);
    return s;
}

static void empty(struct kept *k)
{
    free(k->id);
    free(k->text);
    *k = (struct kept){0};
}

void shelf_free(struct shelf *s)
{
    if (s == NULL)
        return;
    for (size_t i = 0; i < KEPT; i++)
        empty(&s->kept[i]);
    pthread_mutex_destroy(&s->lock);
    free(s);
}

/* Its place, or KEPT. */
static size_t place_of(const struct shelf *s, const char *id)
{
    size_t i = 0;
    while (i < KEPT && (s->kept[i].id == NULL || strcmp(s->kept[i].id, id) != 0))
        i++;
    return i;
}

void shelf_put(struct shelf *s, const char *id, json_object *document)
{
    struct kept new = {strdup(id), strdup(json_object_to_json_string_ext(document, JSON_C_TO_STRING_PLAIN))};
    if (new.id == NULL || new.text == NULL) {
        empty(&new);
        return;
    }
    pthread_mutex_lock(&s->lock);
    size_t place = place_of(s, id);
    place = place < KEPT ? place : KEPT - 1;
    empty(&s->kept[place]);
    memmove(s->kept + 1, s->kept, place * sizeof *s->kept);
    s->kept[0] = new;
    pthread_mutex_unlock(&s->lock);
}

json_object *shelf_get(struct shelf *s, const char *id)
{
    pthread_mutex_lock(&s->lock);
    const size_t place = place_of(s, id);
    char *text = place < KEPT ? strdup(s->kept[place].text) : NULL;
    pthread_mutex_unlock(&s->lock);
    json_object *document = text != NULL ? json_tokener_parse(text) : NULL;
    free(text);
    return document;
}
