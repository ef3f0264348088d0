/* Helpers at a learner's work: threads with nothing else to do take shares of it. What a share does is settled
 * beforehand, only who does it is not, so the result is the same with any number of helpers and with none. */
#include "train.h"

void crew_init(struct crew *c)
{
    *c = (struct crew){.n = 0};
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->begun, NULL);
    pthread_cond_init(&c->done, NULL);
}

void crew_free(struct crew *c)
{
    pthread_cond_destroy(&c->done);
    pthread_cond_destroy(&c->begun);
    pthread_mutex_destroy(&c->lock);
}

/* Does the next share; the lock is held before and after. */
static void do_one(struct crew *c)
{
    const int share = c->next++;
    pthread_mutex_unlock(&c->lock);
    c->work(c->context, share);
    pthread_mutex_lock(&c->lock);
    if (++c->finished == c->n)
        pthread_cond_signal(&c->done);
}

void crew_run(struct crew *c, void (*work)(void *context, int share), void *context, int n)
{
    pthread_mutex_lock(&c->lock);
    c->work = work;
    c->context = context;
    c->n = n;
    c->next = c->finished = 0;
    pthread_cond_broadcast(&c->begun);
    while (c->next < n)
        do_one(c);
    while (c->finished < n)
        pthread_cond_wait(&c->done, &c->lock);
    pthread_mutex_unlock(&c->lock);
}

void crew_help(struct crew *c)
{
    pthread_mutex_lock(&c->lock);
    while (!c->closed)
        if (c->next < c->n)
            do_one(c);
        else
            pthread_cond_wait(&c->begun, &c->lock);
    pthread_mutex_unlock(&c->lock);
}

void crew_close(struct crew *c)
{
    pthread_mutex_lock(&c->lock);
    c->closed = true;
    pthread_cond_broadcast(&c->begun);
    pthread_mutex_unlock(&c->lock);
}
