/* Jobs; see jobs.h. One lock for all; nothing long is done under it. */
#include "service/jobs.h"

#include <pthread.h>
#include <sha256.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>

#include "base/threads.h"
#include "base/xmalloc.h"
#include "kibitzer.h"

enum { WANTED_MAX = 8, PACK_FROM = 1024, LONG_NICENESS = 10, BUCKETS = 4096 };

const char *const job_state_names[] = {"waiting", "running", "done", "failed", "cancelled"}; /* ORDER JOB_STATE */

struct job {
    struct jobs *of;
    struct job_view view;
    struct order *order;
    struct strbuf body, packed;
    const char *type;
    char tag[JOB_KEY];
    bool is_long, fresh, cancelled, listed;
    atomic_bool wants_packed; /* asked for and looked at without the lock */
    char client[JOB_CLIENT]; /* who asked first */
    char wanted_by[WANTED_MAX][JOB_CLIENT];
    int n_wanted; /* beyond WANTED_MAX nobody can withdraw */
    int holders;
    double over; /* when it ended */
    struct waiter *waiters;
    struct job *next; /* in its bucket */
    struct job *queued; /* behind it in its lane */
    struct job *older, *newer; /* of those that are over */
};

struct lane {
    struct job *first, **last;
    struct job *running[THREADS_MAX];
    int waiting, at_work;
    pthread_cond_t work;
};

struct jobs {
    struct jobs_limits limits;
    pthread_mutex_t lock;
    bool stopping;
    struct lane lane[2]; /* short, long */
    struct job *bucket[BUCKETS];
    struct job *oldest, *newest; /* answers that are kept */
    struct jobs_counts counts;
    pthread_t thread[2 * THREADS_MAX];
    int n_threads;
};

double service_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool is_over(const struct job *job)
{
    return job->view.state >= JOB_DONE;
}

static size_t size_of(const struct job *job)
{
    return sizeof *job + order_output(job->order)->capacity + job->packed.capacity;
}

/* ---- the table ---- */

static struct job **bucket_of(struct jobs *j, const char *key)
{
    unsigned hash = 0;
    for (int i = 0; i < 8 && key[i] != '\0'; i++)
        hash = hash * 31 + (unsigned char)key[i];
    return &j->bucket[hash % BUCKETS];
}

static struct job *find(struct jobs *j, const char *key)
{
    struct job *job = *bucket_of(j, key);
    while (job != NULL && strcmp(job->view.key, key) != 0)
        job = job->next;
    return job;
}

static void free_job(struct job *job)
{
    order_free(job->order);
    strbuf_done(&job->body);
    strbuf_done(&job->packed);
    xfree(job);
}

/* It cannot be found any more, and is freed when the last holder releases it. */
static void unlist(struct job *job)
{
    struct jobs *j = job->of;
    struct job **at = bucket_of(j, job->view.key);
    while (*at != job)
        at = &(*at)->next;
    *at = job->next;
    job->listed = false;
    if (is_over(job)) {
        *(job->older != NULL ? &job->older->newer : &j->oldest) = job->newer;
        *(job->newer != NULL ? &job->newer->older : &j->newest) = job->older;
        j->counts.kept--;
        j->counts.bytes -= size_of(job);
    }
    if (job->holders == 0)
        free_job(job);
}

static void forget_old(struct jobs *j)
{
    const double now = service_now();
    while (j->oldest != NULL && (j->oldest->over + j->limits.kept < now || j->counts.bytes > j->limits.bytes))
        unlist(j->oldest);
}

/* ---- those who wait ---- */

static void wake(struct waiter **at)
{
    struct waiter *w = *at;
    *at = w->next;
    w->job = NULL;
    w->wake(w->of);
}

static void wake_some(struct job *job, bool all)
{
    for (struct waiter **at = &job->waiters; *at != NULL;)
        if (all || (*at)->any_change)
            wake(at);
        else
            at = &(*at)->next;
}

bool job_wait(struct job *job, struct waiter *w)
{
    struct jobs *j = job->of;
    pthread_mutex_lock(&j->lock);
    const bool waits =
        !is_over(job) && !j->stopping && !(w->any_change && w->seen != job->view.version) && w->until > service_now();
    if (waits) {
        w->job = job;
        w->next = job->waiters;
        job->waiters = w;
        w->sleep(w->of);
    }
    pthread_mutex_unlock(&j->lock);
    return waits;
}

void job_wait_no_more(struct jobs *j, struct waiter *w)
{
    pthread_mutex_lock(&j->lock);
    if (w->job != NULL) {
        struct waiter **at = &w->job->waiters;
        while (*at != w)
            at = &(*at)->next;
        *at = w->next;
        w->job = NULL;
    }
    pthread_mutex_unlock(&j->lock);
}

static void wake_late(struct job *job, double now)
{
    for (struct waiter **at = &job->waiters; *at != NULL;)
        if ((*at)->until <= now)
            wake(at);
        else
            at = &(*at)->next;
}

/* Each job that is not over, in both lanes. */
static void each_open(struct jobs *j, void (*see)(struct job *job, double now), double now)
{
    for (struct lane *l = j->lane; l < j->lane + 2; l++) {
        for (struct job *job = l->first; job != NULL; job = job->queued)
            see(job, now);
        for (int i = 0; i < j->limits.threads; i++)
            if (l->running[i] != NULL)
                see(l->running[i], now);
    }
}

void jobs_tick(struct jobs *j)
{
    pthread_mutex_lock(&j->lock);
    each_open(j, wake_late, service_now());
    forget_old(j);
    pthread_mutex_unlock(&j->lock);
}

/* ---- taking ---- */

static void want(struct job *job, const char *client)
{
    for (int i = 0; i < job->n_wanted && i < WANTED_MAX; i++)
        if (strcmp(job->wanted_by[i], client) == 0)
            return;
    if (job->n_wanted < WANTED_MAX)
        snprintf(job->wanted_by[job->n_wanted], JOB_CLIENT, "%s", client);
    job->n_wanted++;
}

static int running_for(const struct jobs *j, const struct lane *l, const char *client)
{
    int n = 0;
    for (int i = 0; i < j->limits.threads; i++)
        n += l->running[i] != NULL && strcmp(l->running[i]->client, client) == 0;
    return n;
}

static int waiting_for(const struct lane *l, const char *client)
{
    int n = 0;
    for (const struct job *job = l->first; job != NULL; job = job->queued)
        n += strcmp(job->client, client) == 0;
    return n;
}

static enum jobs_verdict verdict_on(struct jobs *j, const struct job_request *r)
{
    const struct lane *l = &j->lane[r->is_long];
    if (j->stopping)
        return JOBS_STOPPING;
    if (l->waiting >= j->limits.queue)
        return JOBS_FULL;
    if (r->is_long && waiting_for(l, r->client) + running_for(j, l, r->client) >= j->limits.client)
        return JOBS_CLIENT_FULL;
    return JOBS_TAKEN;
}

/* A temporary failure is not an answer for the next client. */
static bool may_join(const struct job *job)
{
    if (job->view.state == JOB_FAILED) {
        const int code = order_fault(job->order)->code;
        return code != KIBITZER_NO_MEMORY && code != KIBITZER_LIMIT;
    }
    return !job->cancelled && job->view.state != JOB_CANCELLED;
}

static struct job *new_job(struct jobs *j, const struct job_request *r, const char *key)
{
    struct job *job = xcalloc(1, sizeof *job);
    job->of = j;
    job->order = r->order;
    job->body = *r->body;
    *r->body = (struct strbuf){0};
    job->type = r->type;
    job->is_long = r->is_long;
    job->fresh = r->fresh;
    snprintf(job->view.key, sizeof job->view.key, "%s", key);
    snprintf(job->client, sizeof job->client, "%s", r->client);
    return job;
}

static void enqueue(struct jobs *j, struct job *job)
{
    struct lane *l = &j->lane[job->is_long];
    struct job **bucket = bucket_of(j, job->view.key);
    job->next = *bucket;
    *bucket = job;
    job->listed = true;
    job->holders++; /* the lane */
    *l->last = job;
    l->last = &job->queued;
    l->waiting++;
    j->counts.taken++;
    pthread_cond_signal(&l->work);
}

enum jobs_verdict jobs_take(struct jobs *j, const struct job_request *r, struct job **out)
{
    char key[JOB_KEY];
    order_key(r->order, key);
    pthread_mutex_lock(&j->lock);
    struct job *job = find(j, key);
    enum jobs_verdict verdict = JOBS_TAKEN;
    if (job != NULL && (r->fresh || !may_join(job))) {
        unlist(job);
        job = NULL;
    }
    const bool joins = job != NULL;
    if (!joins && (verdict = verdict_on(j, r)) == JOBS_TAKEN)
        enqueue(j, job = new_job(j, r, key));
    if (verdict == JOBS_TAKEN) {
        job->holders++;
        if (r->packed)
            atomic_store(&job->wants_packed, true);
        want(job, r->client);
        j->counts.joined += joins;
    } else
        j->counts.refused++;
    pthread_mutex_unlock(&j->lock);
    if (joins || verdict != JOBS_TAKEN)
        order_free(r->order);
    *out = job;
    return verdict;
}

struct job *jobs_find(struct jobs *j, const char *key)
{
    pthread_mutex_lock(&j->lock);
    struct job *job = find(j, key);
    if (job != NULL)
        job->holders++;
    pthread_mutex_unlock(&j->lock);
    return job;
}

struct job *job_hold(struct job *job)
{
    pthread_mutex_lock(&job->of->lock);
    job->holders++;
    pthread_mutex_unlock(&job->of->lock);
    return job;
}

static void let_go(struct job *job)
{
    job->holders--;
    if (job->holders == 0 && !job->listed)
        free_job(job);
}

void job_release(struct job *job)
{
    struct jobs *j = job->of;
    pthread_mutex_lock(&j->lock);
    let_go(job);
    pthread_mutex_unlock(&j->lock);
}

/* ---- ending ---- */

/* It has an answer, or will never have one. */
static void end(struct job *job, enum job_state state)
{
    struct jobs *j = job->of;
    job->view.state = state;
    job->view.version++;
    if (state == JOB_DONE)
        job->view.done = 1;
    job->over = service_now();
    if (job->listed) {
        job->older = j->newest;
        *(j->newest != NULL ? &j->newest->newer : &j->oldest) = job;
        j->newest = job;
        j->counts.kept++;
        j->counts.bytes += size_of(job);
    }
    j->counts.done += state == JOB_DONE;
    j->counts.failed += state == JOB_FAILED;
    j->counts.cancelled += state == JOB_CANCELLED;
    wake_some(job, true);
}

static void leave_queue(struct lane *l, struct job *job)
{
    struct job **at = &l->first;
    while (*at != job)
        at = &(*at)->queued;
    *at = job->queued;
    if (l->last == &job->queued)
        l->last = at;
    job->queued = NULL;
    l->waiting--;
}

static void cancel(struct job *job, double now)
{
    (void)now;
    job->cancelled = true;
    if (job->view.state == JOB_RUNNING)
        order_cancel(job->order);
}

void job_withdraw(struct job *job, const char *client)
{
    struct jobs *j = job->of;
    pthread_mutex_lock(&j->lock);
    for (int i = 0; i < job->n_wanted && job->n_wanted <= WANTED_MAX; i++)
        if (strcmp(job->wanted_by[i], client) == 0)
            memmove(job->wanted_by[i], job->wanted_by[--job->n_wanted], JOB_CLIENT);
    if (job->n_wanted == 0 && !is_over(job)) {
        cancel(job, 0);
        if (job->view.state == JOB_WAITING) {
            leave_queue(&j->lane[job->is_long], job);
            end(job, JOB_CANCELLED);
            let_go(job);
        }
    }
    pthread_mutex_unlock(&j->lock);
}

/* ---- working ---- */

static struct job *next_of(struct jobs *j, struct lane *l)
{
    struct job *best = NULL;
    int least = 0;
    for (struct job *job = l->first; job != NULL; job = job->queued) {
        const int n = running_for(j, l, job->client);
        if (best == NULL || n < least) {
            best = job;
            least = n;
        }
        if (least == 0)
            break;
    }
    return best;
}

static bool report(void *context, double done, const char *what)
{
    struct job *job = context;
    pthread_mutex_lock(&job->of->lock);
    job->view.done = done;
    snprintf(job->view.doing, sizeof job->view.doing, "%s", what != NULL ? what : "");
    job->view.version++;
    wake_some(job, false);
    const bool goes_on = !job->cancelled;
    pthread_mutex_unlock(&job->of->lock);
    return goes_on;
}

static void pack(const struct strbuf *from, struct strbuf *to)
{
    z_stream z = {0};
    if (deflateInit2(&z, Z_BEST_SPEED, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return;
    strbuf_fill(to, '\0', deflateBound(&z, from->length));
    z.next_in = (Bytef *)from->at;
    z.avail_in = (uInt)from->length;
    z.next_out = (Bytef *)to->at;
    z.avail_out = (uInt)to->length;
    to->length = deflate(&z, Z_FINISH) == Z_STREAM_END ? to->length - z.avail_out : 0;
    deflateEnd(&z);
}

static bool is_text(const char *type)
{
    return strncmp(type, "text/", 5) == 0 || strstr(type, "json") != NULL || strstr(type, "svg") != NULL;
}

/* The tag is made from the content, or from the key if the answer depends on nothing else. */
static void name_content(struct job *job)
{
    const struct strbuf *bytes = order_output(job->order);
    if (job->fresh)
        SHA256Data((const uint8_t *)strbuf_text(bytes), bytes->length, job->tag);
    else
        memcpy(job->tag, job->view.key, sizeof job->tag);
}

static enum job_state do_job(struct job *job, int threads)
{
    order_on_progress(job->order, report, job);
    order_limit(job->order, job->of->limits.megabytes, job->of->limits.seconds);
    order_engine(job->order, job->of->limits.engine);
    const int code = order_run(job->order, threads);
    const struct strbuf *bytes = order_output(job->order);
    name_content(job);
    if (code >= 0 && atomic_load(&job->wants_packed) && bytes->length >= PACK_FROM && is_text(job->type))
        pack(bytes, &job->packed);
    return code >= 0 ? JOB_DONE : code == KIBITZER_CANCELLED ? JOB_CANCELLED : JOB_FAILED;
}

/* A long job alone has all processors. */
static int threads_for_job(const struct jobs *j, const struct job *job)
{
    const struct lane *l = &j->lane[1];
    return job->is_long && l->at_work <= 1 && l->waiting == 0 ? j->limits.threads : 1;
}

static void work_on(struct jobs *j, struct lane *l, struct job *job, int hand)
{
    leave_queue(l, job);
    l->running[hand] = job;
    l->at_work++;
    job->view.state = JOB_RUNNING;
    job->view.version++;
    const int threads = threads_for_job(j, job);
    pthread_mutex_unlock(&j->lock);
    const enum job_state state = do_job(job, threads);
    pthread_mutex_lock(&j->lock);
    l->running[hand] = NULL;
    l->at_work--;
    strbuf_done(&job->body);
    end(job, state);
    let_go(job);
    forget_old(j);
}

struct hand {
    struct jobs *jobs;
    int lane, number;
};

static void *work(void *hand)
{
    const struct hand h = *(struct hand *)hand;
    struct jobs *j = h.jobs;
    struct lane *l = &j->lane[h.lane];
    xfree(hand);
    /* Only for this thread; without the permission, its priority stays the same. */
    if (h.lane == 1 && nice(LONG_NICENESS) == -1)
        (void)0;
    pthread_mutex_lock(&j->lock);
    while (!j->stopping) {
        struct job *job = next_of(j, l);
        if (job != NULL)
            work_on(j, l, job, h.number);
        else
            pthread_cond_wait(&l->work, &j->lock);
    }
    pthread_mutex_unlock(&j->lock);
    return NULL;
}

static void start_hand(struct jobs *j, int lane, int number)
{
    struct hand *h = xmalloc(sizeof *h);
    *h = (struct hand){j, lane, number};
    if (pthread_create(&j->thread[j->n_threads], NULL, work, h) == 0)
        j->n_threads++;
    else
        xfree(h);
}

/* ---- the whole ---- */

struct jobs *jobs_new(const struct jobs_limits *limits)
{
    struct jobs *j = xcalloc(1, sizeof *j);
    j->limits = *limits;
    pthread_mutex_init(&j->lock, NULL);
    for (int lane = 0; lane < 2; lane++) {
        j->lane[lane].last = &j->lane[lane].first;
        pthread_cond_init(&j->lane[lane].work, NULL);
        for (int i = 0; i < limits->threads; i++)
            start_hand(j, lane, i);
    }
    return j;
}

static void drop_queue(struct jobs *j, struct lane *l)
{
    while (l->first != NULL) {
        struct job *job = l->first;
        leave_queue(l, job);
        end(job, JOB_CANCELLED);
        let_go(job);
    }
    pthread_cond_broadcast(&l->work);
    (void)j;
}

void jobs_stop(struct jobs *j)
{
    pthread_mutex_lock(&j->lock);
    j->stopping = true;
    each_open(j, cancel, 0);
    for (struct lane *l = j->lane; l < j->lane + 2; l++)
        drop_queue(j, l);
    pthread_mutex_unlock(&j->lock);
    for (int i = 0; i < j->n_threads; i++)
        pthread_join(j->thread[i], NULL);
    j->n_threads = 0;
}

bool jobs_stopping(struct jobs *j)
{
    pthread_mutex_lock(&j->lock);
    const bool stopping = j->stopping;
    pthread_mutex_unlock(&j->lock);
    return stopping;
}

void jobs_free(struct jobs *j)
{
    while (j->oldest != NULL)
        unlist(j->oldest);
    for (int lane = 0; lane < 2; lane++)
        pthread_cond_destroy(&j->lane[lane].work);
    pthread_mutex_destroy(&j->lock);
    xfree(j);
}

void jobs_count(struct jobs *j, struct jobs_counts *c)
{
    pthread_mutex_lock(&j->lock);
    *c = j->counts;
    for (int i = 0; i < 2; i++) {
        c->waiting[i] = j->lane[i].waiting;
        c->running[i] = j->lane[i].at_work;
    }
    pthread_mutex_unlock(&j->lock);
}

/* ---- looking ---- */

void job_look(struct job *job, struct job_view *view)
{
    pthread_mutex_lock(&job->of->lock);
    *view = job->view;
    pthread_mutex_unlock(&job->of->lock);
}

const struct strbuf *job_bytes(const struct job *job)
{
    return order_output(job->order);
}

const struct strbuf *job_packed(const struct job *job)
{
    return &job->packed;
}

const char *job_type(const struct job *job)
{
    return job->type;
}

const char *job_tag(const struct job *job)
{
    return job->tag;
}

const char *job_messages(const struct job *job)
{
    return strbuf_text(order_messages(job->order));
}

const struct order_fault *job_fault(const struct job *job)
{
    return order_fault(job->order);
}
