/* Connections; see visitors.h. */
#include "service/visitors.h"

#include <stdbool.h>

#include "base/socket.h"
#include "base/xmalloc.h"
#include "service/jobs.h"

enum { READ_TIMES = 4 };

void visitors_begin(struct visitors *v)
{
    *v = (struct visitors){.first = NULL};
    pthread_mutex_init(&v->lock, NULL);
}

void visitors_end(struct visitors *v)
{
    pthread_mutex_destroy(&v->lock);
}

struct visitor *visitor_come(struct visitors *v, int fd)
{
    struct visitor *one = xcalloc(1, sizeof *one);
    *one = (struct visitor){.fd = fd, .since = service_now()};
    pthread_mutex_lock(&v->lock);
    one->next = v->first;
    one->at = &v->first;
    if (v->first != NULL)
        v->first->at = &one->next;
    v->first = one;
    v->n++;
    pthread_mutex_unlock(&v->lock);
    return one;
}

void visitor_go(struct visitors *v, struct visitor *one)
{
    pthread_mutex_lock(&v->lock);
    *one->at = one->next;
    if (one->next != NULL)
        one->next->at = one->at;
    v->n--;
    pthread_mutex_unlock(&v->lock);
    xfree(one);
}

void visitor_turn(struct visitors *v, struct visitor *one, enum visitor_phase phase)
{
    pthread_mutex_lock(&v->lock);
    one->phase = phase;
    one->since = service_now();
    pthread_mutex_unlock(&v->lock);
}

static bool is_late(const struct visitor *one, double seconds, double now)
{
    if (seconds < 0)
        return true;
    if (seconds == 0)
        return one->phase == VISITOR_ASKS || one->phase == VISITOR_LISTENS;
    return (one->phase == VISITOR_ASKS && now - one->since > seconds) ||
           (one->phase == VISITOR_READS && now - one->since > READ_TIMES * seconds);
}

void visitors_sweep(struct visitors *v, double seconds)
{
    const double now = service_now();
    pthread_mutex_lock(&v->lock);
    for (struct visitor *one = v->first; one != NULL; one = one->next)
        if (is_late(one, seconds, now))
            socket_hang_up(one->fd);
    pthread_mutex_unlock(&v->lock);
}

int visitors_count(struct visitors *v)
{
    pthread_mutex_lock(&v->lock);
    const int n = v->n;
    pthread_mutex_unlock(&v->lock);
    return n;
}
