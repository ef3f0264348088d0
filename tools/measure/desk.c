/* An engine with a worker, ready to be timed. */
#include <stdio.h>

#include "measure.h"

struct desk desk_open(const char *net, const char *folder, int every)
{
    const struct engine_options o = {.net = net, .bearoff = {.cache = folder}};
    struct desk d = {.net = net, .every = every};
    struct diags diags;
    diags_init(&diags, "measure");
    d.engine = engine_open(&o, &diags);
    diags_print(&diags, SEVERITY_NOTE, stderr);
    diags_done(&diags);
    if (!d.engine)
        return d;
    d.worker = worker_new(d.engine);
    const struct level level = {.plies = 0};
    /* Has the databases made now, that no time measured contains that. */
    const struct board borne_off = {.point = {[1] = 1, [24] = -1}, .off = {14, 14}};
    const struct board bearing_in = {.point = {[8] = 15, [17] = -15}};
    equity_of(&d, &borne_off, &level);
    equity_of(&d, &bearing_in, &level);
    return d;
}

void desk_close(struct desk *d)
{
    worker_free(d->worker);
    engine_close(d->engine);
}

bool remake_net(const struct desk *d, int games, const char *from, const char *to,
                void (*change)(const struct desk *with_it, int games, struct net *net))
{
    struct desk with_it = desk_open(from, NULL, d->every);
    struct diags diags;
    diags_init(&diags, from);
    struct net *net = with_it.engine ? net_load(from, &diags) : NULL;
    if (net)
        change(&with_it, games, net);
    const bool done = net && net_save(net, to, &diags);
    diags_print(&diags, SEVERITY_NOTE, stderr);
    diags_done(&diags);
    net_free(net);
    desk_close(&with_it);
    return done;
}
