/* kibitzer-train: runs the plan from the beginning or from a checkpoint, round by round. */
#include "train.h"

#include <getopt.h>
#include <math.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/threads.h"

/* RACE_TASKS: one task of races only for so many of games. */
enum { STAGES = 32, GAMES_PER_TASK = 32, RACES_PER_TASK = 128, RACE_TASKS = 4 };
enum { HELD_OUT = 4 };
static const size_t window_of[NET_CLASSES] = {[NET_CONTACT] = 40000000,
                                              [NET_RACE] = 4000000,
                                              [NET_BACK] = 16000000,
                                              [NET_PAST] = 40000000,
                                              [NET_BEHIND] = 40000000};

struct options {
    const char *plan, *folder, *start;
    uint64_t seed;
    int threads, save_every;
    uint32_t only;
    bool keep_width; /* units of the third layer without a say get none */
    double seconds; /* stop after, 0 = when the plan is done */
    int n_held_out;
    struct held_out held_out[HELD_OUT];
};

/* ---- a round ---- */

struct round {
    struct trainer *t;
    struct net_evaluator player;
    struct play_plan play, race_play;
    struct learn_plan learn[NET_CLASSES], learn_rank;
    size_t use[NET_CLASSES];
    double loss[NET_CLASSES], rank_loss;
    int tasks, first_race; /* tasks from there on play races only */
    struct played *played;
    atomic_int next;
    struct crew crew[NET_CLASSES]; /* the learners' get the threads that have no task left */
};

/* Tasks: a learner for every class, one for the ranking net, then games. Those without new labels have nothing to do.
 */
enum { LEARN_RANK = NET_CLASSES, LEARNERS };

static void run_task(struct round *r, int task)
{
    struct trainer *t = r->t;
    struct rng rng = rng_keyed(t->seed, t->round, (uint64_t)task);
    if (task == LEARN_RANK) {
        const struct window *windows[NET_CLASSES] = {&t->window[NET_CONTACT], &t->window[NET_RACE]};
        r->rank_loss = learn_rank(&t->rank, windows, r->use, &r->learn_rank, &rng);
    } else if (task < LEARNERS) {
        r->loss[task] = learn_net(&t->of[task], &t->window[task], r->use[task], &r->learn[task], &rng, &r->crew[task]);
        crew_close(&r->crew[task]);
    } else
        play_games(&r->player, task < r->first_race ? &r->play : &r->race_play, &rng, &r->played[task - LEARNERS]);
}

/* What one thread does of a round: tasks while there are any, then helping those that learn. */
static void work(void *round, int hand, size_t i)
{
    struct round *r = round;
    (void)hand, (void)i;
    for (int task; (task = atomic_fetch_add(&r->next, 1)) < r->tasks;)
        run_task(r, task);
    for (int c = 0; c < NET_CLASSES; c++)
        crew_help(&r->crew[c]);
}

static void run_tasks(struct round *r, int threads)
{
    for (int c = 0; c < NET_CLASSES; c++)
        crew_init(&r->crew[c]);
    threads_for(threads, (size_t)threads, work, r, NULL);
    for (int c = 0; c < NET_CLASSES; c++)
        crew_free(&r->crew[c]);
}

static void quantise(const struct trainer *t, struct net *net)
{
    net->n = (int)t->nets;
    for (int c = 0; c < net->n; c++)
        params_quantise((const struct params *)t->of[c].average, &net->of[c]);
    for (int c = net->n; c < NET_CLASSES; c++)
        net->of[c] = net->of[net_answering((enum net_class)c, net->n)];
    rank_quantise((const struct rank_params *)t->rank.average, &net->rank);
}

static float along(const float range[2], double progress)
{
    return range[0] + (range[1] - range[0]) * (float)progress;
}

static float along_geometric(const float range[2], double progress)
{
    return range[0] * powf(range[1] / range[0], (float)progress);
}

static struct learn_plan learning(const struct window *w, const struct stage *s, double visits, double progress)
{
    return (struct learn_plan){.batches = w->n >= BATCH * 8 ? (int)(visits / BATCH) : 0,
                               .rate = along_geometric(s->rate, progress),
                               .keep_average = s->method == METHOD_TD ? 0.999f : 0.9995f,
                               .choice = s->choice};
}

/* The net of races wanders off at the rate that the other one wants (0.0098 -> 0.0123 on the races held out). */
static const float rate_of[NET_CLASSES] = {
    [NET_CONTACT] = 1.0f, [NET_RACE] = 0.3f, [NET_BACK] = 1.0f, [NET_PAST] = 1.0f, [NET_BEHIND] = 1.0f};

/* Races are few and their labels good: a quarter of the window lasts them longer all the same. */
static size_t used(enum net_class c, const struct stage *s, double progress)
{
    const double labels = 1e6 * (double)along(s->window, progress);
    return (size_t)(c == NET_RACE ? labels / 4 : labels);
}

static double stage_progress(const struct trainer *t, const struct stage *s)
{
    return fmin(1.0, (double)t->stage_labels / (double)s->labels);
}

static void plan_round(struct round *r, const struct stage *s)
{
    struct trainer *t = r->t;
    const double progress = stage_progress(t, s);
    const float *lambda = s->lambda;
    r->play = (struct play_plan){.method = s->method,
                                 .games = GAMES_PER_TASK,
                                 .lambda = along(lambda, fmin(1.0, s->method == METHOD_TD ? 2.5 * progress : progress)),
                                 .seeded_lambda = along(s->seeded_lambda, progress),
                                 .seeded = s->seeded,
                                 .scrambled = 0.12f,
                                 .explore = s->method == METHOD_TD ? 0.02f : 0.04f,
                                 .races = 1.0f,
                                 .siblings = s->siblings,
                                 .doubted = s->doubted,
                                 .deep = s->deep,
                                 .near = s->near,
                                 .learns = t->only ? t->only : 1u << NET_CONTACT | 1u << NET_RACE,
                                 .together = !t->only,
                                 .doubts = &t->doubts};
    for (int c = 0; c < NET_CLASSES; c++) {
        const double visits = (double)s->visits; /* races are few, their labels good: more of each, up to a point */
        r->learn[c] = learning(&t->window[c], s, t->new_labels[c] * (c == NET_RACE ? fmin(3.0 * visits, 24.0) : visits),
                               progress);
        r->learn[c].rate *= rate_of[c];
        r->use[c] = used((enum net_class)c, s, progress);
    }
    r->learn_rank = r->learn[NET_CONTACT];
    r->learn_rank.batches = !t->only ? r->learn_rank.batches / 3 : 0;
    r->race_play = r->play;
    r->race_play.games = RACES_PER_TASK;
    r->race_play.races_only = true;
    r->race_play.doubted = 0.0f;
    r->first_race = LEARNERS + s->games / GAMES_PER_TASK;
    r->tasks = r->first_race + (!t->only ? s->games / GAMES_PER_TASK / RACE_TASKS : 0);
}

static double with_contact(const double of[NET_CLASSES])
{
    return of[NET_CONTACT] + of[NET_BACK] + of[NET_PAST] + of[NET_BEHIND];
}

static double millions(const struct trainer *t, enum net_class c)
{
    return (double)t->window[c].total * 1e-6;
}

static void merge(struct round *r)
{
    struct trainer *t = r->t;
    memset(t->new_labels, 0, sizeof t->new_labels);
    for (int i = 0; i < r->tasks - LEARNERS; i++) {
        for (int c = 0; c < NET_CLASSES; c++) {
            window_add(&t->window[c], &r->played[i].of[c]);
            t->new_labels[c] += (double)r->played[i].of[c].n;
        }
        for (size_t k = 0; k < r->played[i].doubts.n; k++)
            doubts_add(&t->doubts, &r->played[i].doubts.at[k].board);
        t->games += r->played[i].games;
        played_free(&r->played[i]);
    }
    t->stage_labels += (uint64_t)with_contact(t->new_labels);
    t->round++;
}

static double now(void)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec + (double)at.tv_nsec * 1e-9;
}

static void report(const struct round *r, const struct stage *s, double seconds)
{
    const struct trainer *t = r->t;
    double labels = 0.0, batches = 0.0;
    printf("%s round %llu games %llu rate %.2e lambda %.2f rank %.4f", s->name, (unsigned long long)t->round,
           (unsigned long long)t->games, (double)along_geometric(s->rate, stage_progress(t, s)), (double)r->play.lambda,
           r->rank_loss);
    for (int c = 0; c < NET_CLASSES; c++) {
        labels += t->new_labels[c];
        batches += r->learn[c].batches;
        if (t->window[c].total > 0)
            printf(" | %s %.2fM loss %.5f", net_class_names[c], millions(t, (enum net_class)c), r->loss[c]);
    }
    printf(" | %.1f s %.0f labels/s %.0f visits/s\n", seconds, labels / seconds, batches * BATCH / seconds);
    fflush(stdout);
}

/* ---- saving ---- */

/* How the net that plays does on what it never learns from. */
static void validate(const struct net *net, const struct options *o)
{
    struct net_evaluator e;
    net_evaluator_init(&e, net);
    for (int i = 0; i < o->n_held_out; i++)
        printf("held out %s: equity RMS %.4f on %zu positions\n", o->held_out[i].name,
               held_out_error(&o->held_out[i], &e), o->held_out[i].samples.n);
    fflush(stdout);
}

static void save(const struct trainer *t, const struct stage *s, struct net *net, const struct options *o)
{
    char path[4096];
    struct diags d;
    diags_init(&d, NULL);
    quantise(t, net);
    memset(net->record, 0, sizeof net->record);
    snprintf(net->record, sizeof net->record,
             "seed %llu, stage %s, %llu games, labels in millions: contact %.1f, races %.1f, back %.1f, past %.1f, "
             "behind %.1f; "
             "%llu updates of contact's",
             (unsigned long long)t->seed, s->name, (unsigned long long)t->games, millions(t, NET_CONTACT),
             millions(t, NET_RACE), millions(t, NET_BACK), millions(t, NET_PAST), millions(t, NET_BEHIND),
             (unsigned long long)t->of[NET_CONTACT].step);
    if (t->origin)
        snprintf(net->record + strlen(net->record), sizeof net->record - strlen(net->record),
                 ", begun with net %016llx", (unsigned long long)t->origin);
    snprintf(path, sizeof path, "%s/kibitzer.net", o->folder);
    net_save(net, path, &d);
    diags_print(&d, SEVERITY_NOTE, stderr);
    diags_done(&d);
    snprintf(path, sizeof path, "%s/checkpoint", o->folder);
    if (!checkpoint_write(t, path))
        fprintf(stderr, "%s: error: cannot be written\n", path);
    validate(net, o);
}

/* ---- the run ---- */

/* Weights from a net file; the learner's own state begins anew, so the plan had better begin at a low rate. */
static bool start_from(struct trainer *t, const char *path, bool keep_width)
{
    struct diags d;
    diags_init(&d, path);
    struct net *net = net_load(path, &d);
    diags_print(&d, SEVERITY_NOTE, stderr);
    diags_done(&d);
    if (!net)
        return false;
    struct rng r = rng_keyed(t->seed, 0, 1000001);
    for (int c = 0; c < NET_CLASSES; c++) {
        params_from((struct params *)t->of[c].value, &net->of[c]);
        if (!keep_width && (t->only == 0 || t->only >> c & 1))
            params_wake((struct params *)t->of[c].value, &r);
        memcpy(t->of[c].average, t->of[c].value, sizeof(struct params));
    }
    rank_from((struct rank_params *)t->rank.value, &net->rank);
    memcpy(t->rank.average, t->rank.value, sizeof(struct rank_params));
    t->nets = (uint32_t)net->n;
    for (uint32_t c = t->nets; c < NET_CLASSES; c++)
        if (t->only >> c & 1)
            t->nets = c + 1;
    t->origin = net_checksum(net);
    net_free(net);
    return true;
}

static volatile sig_atomic_t stop; /* asked to end: after the round, with a checkpoint */

static void ask_to_stop(int signal)
{
    (void)signal;
    stop = 1;
}

static void trainer_init(struct trainer *t, uint64_t seed, uint32_t only)
{
    struct rng r = rng_keyed(seed, 0, 1000000);
    *t = (struct trainer){.seed = seed, .only = only, .nets = NET_LEAST};
    for (int c = 0; c < NET_CLASSES; c++) {
        adam_init(&t->of[c], sizeof(struct params) / sizeof(float));
        if (c < NET_LEAST) /* the others begin with a net there is */
            params_start((struct params *)t->of[c].value, &r);
        memcpy(t->of[c].average, t->of[c].value, sizeof(struct params));
        window_init(&t->window[c], window_of[c]);
    }
    adam_init(&t->rank, sizeof(struct rank_params) / sizeof(float));
    rank_start((struct rank_params *)t->rank.value, &r);
    memcpy(t->rank.average, t->rank.value, sizeof(struct rank_params));
}

static void trainer_done(struct trainer *t)
{
    for (int c = 0; c < NET_CLASSES; c++) {
        adam_free(&t->of[c]);
        window_free(&t->window[c]);
    }
    adam_free(&t->rank);
}

static void one_round(struct trainer *t, const struct stage *s, struct net *net, const struct options *o)
{
    const double start = now();
    struct round r = {.t = t};
    quantise(t, net);
    net_evaluator_init(&r.player, net);
    plan_round(&r, s);
    r.played = calloc((size_t)(r.tasks - LEARNERS), sizeof *r.played);
    if (!r.played)
        abort();
    run_tasks(&r, o->threads);
    merge(&r);
    free(r.played);
    report(&r, s, now() - start);
}

static void run(struct trainer *t, const struct stage *stages, int n_stages, const struct options *o)
{
    static struct net net;
    double start = now(), saved = start;
    const struct stage *s = &stages[t->stage < (uint32_t)n_stages ? t->stage : (uint32_t)n_stages - 1];
    while (!stop && t->stage < (uint32_t)n_stages && (o->seconds <= 0.0 || now() - start < o->seconds)) {
        s = &stages[t->stage];
        one_round(t, s, &net, o);
        if (t->stage_labels >= s->labels) {
            t->stage++;
            t->stage_labels = 0;
        }
        if (now() - saved > o->save_every) {
            save(t, s, &net, o);
            saved = now();
        }
    }
    save(t, s, &net, o);
}

static void usage(void)
{
    fputs(
        "usage: kibitzer-train --plan FILE --folder DIR [--seed N] [--threads N] [--seconds S] [--save-every S]\n"
        "                      [--start NET] [--only contact|back|past|behind,...] [--keep-width]\n"
        "                      [--held-out FILE]...\n"
        "       kibitzer-train --sums NET\n"
        "Runs the stages of the plan; goes on from DIR/checkpoint if there is one, else from NET, else from nothing.\n"
        "--only: these nets learn, of contact, of many chequers back, of one side past (past: the mover, behind: the\n"
        "opponent alone); nothing else changes. --keep-width: units of NET's third layer without a say get none.\n"
        "Leaves DIR/kibitzer.net. Says with every checkpoint how it does on positions held out.\n"
        "--sums: a line for each net of the file, a sum of its weights.\n",
        stderr);
    exit(2);
}

static uint32_t class_named(const char *word)
{
    for (int c = 0; c < NET_CLASSES; c++)
        if (c != NET_RACE && strcmp(word, net_class_names[c]) == 0)
            return 1u << c;
    usage();
    return 0;
}

/* Words with commas between them, one at least. */
static uint32_t classes_named(char *words)
{
    uint32_t bits = 0;
    for (char *rest, *word = strtok_r(words, ",", &rest); word; word = strtok_r(NULL, ",", &rest))
        bits |= class_named(word);
    if (bits == 0)
        usage();
    return bits;
}

static void options_done(struct options *o)
{
    for (int i = 0; i < o->n_held_out; i++)
        samples_free(&o->held_out[i].samples);
}

/* FNV-1a, a line for each net: which of them has changed is seen. */
static int print_sums(const char *path)
{
    struct diags d;
    diags_init(&d, path);
    struct net *net = net_load(path, &d);
    for (int c = 0; net != NULL && c < net->n; c++) {
        const unsigned char *at = (const unsigned char *)&net->of[c];
        uint64_t sum = 0xcbf29ce484222325u;
        for (size_t i = 0; i < sizeof net->of[c]; i++)
            sum = (sum ^ at[i]) * 0x100000001b3u;
        printf("%016llx\n", (unsigned long long)sum);
    }
    if (net == NULL)
        fprintf(stderr, "%s: error: %s\n", path, d.n > 0 ? d.at[0].message : "no net");
    const int status = net == NULL;
    net_free(net);
    diags_done(&d);
    return status;
}

static struct options options_read(int argc, char **argv)
{
    static const struct option known[] = {
        {"plan", 1, NULL, 'p'},    {"folder", 1, NULL, 'f'},     {"seed", 1, NULL, 's'},  {"threads", 1, NULL, 't'},
        {"seconds", 1, NULL, 'x'}, {"save-every", 1, NULL, 'e'}, {"start", 1, NULL, 'n'}, {"held-out", 1, NULL, 'h'},
        {"only", 1, NULL, 'o'},    {"keep-width", 0, NULL, 'k'}, {"sums", 1, NULL, 'm'},  {NULL, 0, NULL, 0}};
    struct options o = {.seed = 1, .threads = 2, .save_every = 120};
    for (int c; (c = getopt_long(argc, argv, "", known, NULL)) != -1;)
        switch (c) {
        case 'p':
            o.plan = optarg;
            break;
        case 'f':
            o.folder = optarg;
            break;
        case 's':
            o.seed = strtoull(optarg, NULL, 10);
            break;
        case 't':
            o.threads = atoi(optarg);
            break;
        case 'x':
            o.seconds = atof(optarg);
            break;
        case 'e':
            o.save_every = atoi(optarg);
            break;
        case 'n':
            o.start = optarg;
            break;
        case 'h':
            if (o.n_held_out == HELD_OUT || !held_out_read(&o.held_out[o.n_held_out++], optarg))
                exit(2);
            break;
        case 'k':
            o.keep_width = true;
            break;
        case 'm':
            exit(print_sums(optarg));
        case 'o':
            o.only = classes_named(optarg);
            break;
        default:
            usage();
        }
    if (!o.plan || !o.folder || o.threads < 1 || o.threads > 64)
        usage();
    return o;
}

int main(int argc, char **argv)
{
    struct options o = options_read(argc, argv);
    struct stage stages[STAGES];
    struct trainer t;
    char path[4096];
    const int n = plan_read(o.plan, stages, STAGES);
    if (n == 0)
        return 1;
    signal(SIGTERM, ask_to_stop);
    signal(SIGINT, ask_to_stop);
    table_init();
    trainer_init(&t, o.seed, o.only);
    snprintf(path, sizeof path, "%s/checkpoint", o.folder);
    if (access(path, F_OK) == 0) {
        if (!checkpoint_read(&t, path)) {
            fprintf(stderr, "%s: error: not a checkpoint of this trainer\n", path);
            return 1;
        }
        printf("going on from round %llu\n", (unsigned long long)t.round);
    } else if (o.only && !o.start)
        usage();
    else if (o.start && !start_from(&t, o.start, o.keep_width))
        return 1;
    run(&t, stages, n, &o);
    trainer_done(&t);
    table_done();
    options_done(&o);
    return 0;
}
