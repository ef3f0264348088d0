/* A loop whose turns are taken by whichever thread is free; see threads.h. */
#include "base/threads.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "base/attempt.h"
#include "base/call.h"

struct loop {
    atomic_size_t next;
    size_t n;
    void (*work)(void *context, int hand, size_t i);
    void *context;
    const volatile sig_atomic_t *stop;
    struct attempt *around; /* whose memory the hands use up */
    struct call *call; /* for which they work */
    atomic_bool failed; /* in one of them nothing can go on */
    _Atomic(const char *) why; /* attempt_why() */
};

struct hand {
    struct loop *loop;
    int number;
    size_t turn;
    pthread_t thread;
};

static bool goes_on(struct loop *l)
{
    return !atomic_load(&l->failed) && (l->stop == NULL || !*l->stop);
}

static void take_turn(void *hand)
{
    const struct hand *h = hand;
    h->loop->work(h->loop->context, h->number, h->turn);
}

static void take_turns(void *hand)
{
    struct hand *h = hand;
    struct loop *l = h->loop;
    while (goes_on(l) && (h->turn = atomic_fetch_add(&l->next, 1)) < l->n) {
        attempt_goes_on();
        if (l->stop != NULL)
            attempt_turn(take_turn, h);
        else
            take_turn(h);
    }
}

static void *work_off(void *hand)
{
    struct loop *l = ((struct hand *)hand)->loop;
    struct call *before = call_enter(l->call);
    if (!attempt_under(l->around, take_turns, hand)) {
        atomic_store(&l->why, attempt_why());
        atomic_store(&l->failed, true);
    }
    call_enter(before);
    return NULL;
}

void threads_for(int threads, size_t n, void (*work)(void *context, int hand, size_t i), void *context,
                 const volatile sig_atomic_t *stop)
{
    struct loop loop = {
        .n = n, .work = work, .context = context, .stop = stop, .around = attempt_current(), .call = call_current()};
    const int most = threads < 1 ? 1 : threads < THREADS_MAX ? threads : THREADS_MAX;
    const int hands = n < (size_t)most ? (int)n : most;
    struct hand hand[THREADS_MAX];
    int started = 1;
    for (int i = 0; i < hands; i++)
        hand[i] = (struct hand){.loop = &loop, .number = i};
    while (started < hands && pthread_create(&hand[started].thread, NULL, work_off, &hand[started]) == 0)
        started++;
    if (hands > 0)
        work_off(&hand[0]);
    for (int i = 1; i < started; i++)
        pthread_join(hand[i].thread, NULL);
    if (atomic_load(&loop.failed))
        attempt_refuse(atomic_load(&loop.why));
    if (stop != NULL)
        attempt_goes_on(); /* before anybody looks at what a turn has left half done */
}
