/* The neural evaluator. Weights are trained by tools/train from self-play alone; data/README.md says how.
 *
 * A net is loaded once, is constant from then on and can be shared by any number of threads. Evaluation is in integers
 * up to the last small layer and in a fixed order after it: every processor gives the same bits. */
#ifndef KIBITZER_NET_H
#define KIBITZER_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "engine/evaluator.h"

struct net;
struct net_kernel;

/* The net that is compiled into the library, and net_checksum() of it. Never freed. */
const struct net *net_builtin(void);
extern const uint64_t net_builtin_checksum;

/* Reads a net file. A file that is not a net, damaged, or of another shape is refused: NULL, and an error in `d` that
 * says what was found and what was expected. Free with net_free. */
struct net *net_load(const char *path, struct diags *d);
struct net *net_read(const void *data, size_t size, struct diags *d);
/* The same without comparing checksums and looking at every weight, which takes longer than reading: for a file that
 * net_read() is known to take. */
struct net *net_read_known(const void *data, size_t size, struct diags *d);
void net_free(struct net *net);

/* How the net was trained, one line of text, and the 64-bit checksum of its weights (part of a result's settings). */
const char *net_record(const struct net *net);
uint64_t net_checksum(const struct net *net);

/* Writes `net` in the form net_read() takes. False with an error in `d` where that failed. Used by the trainer. */
bool net_save(const struct net *net, const char *path, struct diags *d);

/* The evaluator (see evaluator.h for viewpoint and consistency). Finished games have their exact value; no bearoff
 * database is asked. Boards of one candidate list should come in one call, neighbours in the list being alike: the
 * sums of the first layer are carried from each board to the next. `w` is not used. */
struct net_evaluator {
    struct evaluator base;
    const struct net *net;
    const struct net_kernel *kernel;
};
void net_evaluator_init(struct net_evaluator *e, const struct net *net);

/* Rough equities for the mover of `n` boards after a play, several times faster than the net: good for throwing the
 * hopeless candidates of a list away, not for anything that is shown. */
void net_rank(const struct net_evaluator *e, const struct board *boards, size_t n, float *equity);

#endif
