/* What the parts of the measuring tool share. Everything is cubeless money unless it says something else; one thread.
 */
#ifndef KIBITZER_MEASURE_H
#define KIBITZER_MEASURE_H

#include "engine/engine.h"
#include "engine/net.h"
#include "engine/net_layout.h"
#include "match/board.h"

struct desk {
    struct engine *engine;
    struct worker *worker;
    const char *net; /* the engine's, NULL = the one compiled in */
    const char *exact; /* file of exact distributions of races, or NULL */
    int every; /* use every n-th position or decision */
    int first; /* of files: beginning with this one */
    struct baseline *baseline; /* what the first level lost, decision by decision; or NULL */
};
struct baseline {
    double *lost;
    size_t n, capacity;
};
/* `folder`: of databases, or NULL. */
struct desk desk_open(const char *net, const char *folder, int every); /* engine NULL with a message if that failed */
void desk_close(struct desk *d);

/* A position of a money game without a cube. */
struct position money(const struct board *on_roll);

double cpu_ms(void);

/* Chances and equity of the player on roll before the throw. */
struct outcome outcome_of(const struct desk *d, const struct board *on_roll, const struct level *l);
double equity_of(const struct desk *d, const struct board *on_roll, const struct level *l);

enum kind { KIND_CONTACT, KIND_RACE, KIND_BACK, KIND_TABLES, KINDS };
extern const char *const kind_names[KINDS];
/* Who answers for a position seen by the player on roll: one of the nets or the databases. */
enum kind kind_of(const struct board *on_roll);

/* The board as the nets see it, from the side of who has just played, and which of them answers for it: whose side is
 * past is not the same seen from the other side. */
enum net_class seen_by_net(const struct board *on_roll, struct board *after);

/* Plays `games` games at 0 plies against itself and hands `take` each position, seen by the player on roll. */
void self_play(const struct desk *d, int games, void (*take)(void *context, const struct board *on_roll),
               void *context);

/* Mean, its standard error, root mean square. */
struct sum {
    double n, of, squares, absolute;
};
void sum_add(struct sum *s, double x);
double sum_mean(const struct sum *s);
double sum_error(const struct sum *s);
double sum_rms(const struct sum *s);
double sum_absolute(const struct sum *s); /* mean absolute value */

/* Lets `change` alter the net of the file `from`, which plays at the desk it is given, and writes it to `to`. False
 * with a message if that failed. */
bool remake_net(const struct desk *d, int games, const char *from, const char *to,
                void (*change)(const struct desk *with_it, int games, struct net *net));

int measure_bias(const struct desk *d, int games);
int measure_balance(const struct desk *d, int games, const char *from, const char *to);
int measure_couple(const struct desk *d, int games, const char *from, const char *to);
int measure_coarse(const struct desk *d, int games, const char *from, const char *to);
int measure_borders(const struct desk *d, int games);
int measure_filters(const struct desk *d, int games, const struct level *levels, int n);
int measure_luck(const struct desk *d, const struct level *level, const struct level *luck, char **files);
int measure_against(const struct desk *d, const struct level *l, char **files);
int measure_ends(const struct desk *d, const struct level *levels, int n);
int measure_races(const struct desk *d, const struct level *levels, int n);
int measure_positions(const struct desk *d, const char *file, const struct level *l);
int measure_decisions(const struct desk *d, const char *file, const struct level *l);

#endif
