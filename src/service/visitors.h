/* Connections, and how long a client may take over a request: libmicrohttpd only counts silence, so that a client
 * that sends a byte now and then would stay for ever. */
#ifndef KIBITZER_SERVICE_VISITORS_H
#define KIBITZER_SERVICE_VISITORS_H

#include <pthread.h>
#include <stddef.h>

enum visitor_phase {
    VISITOR_ASKS, /* between two requests, or in the middle of one */
    VISITOR_WAITS, /* for us */
    VISITOR_READS, /* our answer */
    VISITOR_LISTENS /* to events, until they end */
};

struct visitor {
    int fd;
    enum visitor_phase phase;
    double since;
    struct visitor *next, **at;
};

struct visitors {
    pthread_mutex_t lock;
    struct visitor *first;
    int n;
};

void visitors_begin(struct visitors *v);
void visitors_end(struct visitors *v);
struct visitor *visitor_come(struct visitors *v, int fd);
void visitor_go(struct visitors *v, struct visitor *one);
void visitor_turn(struct visitors *v, struct visitor *one, enum visitor_phase phase);
/* Disconnects clients whose request takes longer than so many seconds, or that read for longer than four times that;
 * 0: all that ask or listen; below 0: all. */
void visitors_sweep(struct visitors *v, double seconds);
int visitors_count(struct visitors *v);

#endif
