/* Another program as a player: a TCP connection that speaks the external-player protocol (external.h). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/socket.h"
#include "base/xmalloc.h"
#include "match/notation.h"
#include "play/external.h"
#include "play/player.h"

enum { ANSWER_MAX = 256, ADDRESS_MAX = 256 };

struct remote {
    struct player base;
    int fd;
    struct strbuf request;
    char answer[ANSWER_MAX];
};

static bool fail(struct remote *r, const char *what, const char *found)
{
    snprintf(r->base.problem, sizeof r->base.problem, "the external player %s%s%.100s%s", what, found[0] ? ": \"" : "",
             found, found[0] ? "\"" : "");
    return false;
}

/* A line without its end; NUL bytes are skipped. */
static bool receive_line(int fd, char line[ANSWER_MAX])
{
    size_t n = 0;
    for (;;) {
        char c;
        const ssize_t got = socket_receive(fd, &c, 1, -1);
        if (got < 0)
            continue;
        if (got == 0 || n + 1 >= ANSWER_MAX)
            return false;
        if (c == '\n')
            break;
        if (c != '\0' && c != '\r')
            line[n++] = c;
    }
    line[n] = '\0';
    return true;
}

static bool ask(struct remote *r, const struct position *p)
{
    strbuf_clear(&r->request);
    external_write(&r->request, p, p->turn);
    if (!socket_send_line(r->fd, &r->request, 0) || !receive_line(r->fd, r->answer))
        return fail(r, "closed the connection", "");
    return true;
}

static bool remote_doubles(struct player *self, const struct position *p, bool *yes)
{
    struct remote *r = (struct remote *)self;
    if (!ask(r, p))
        return false;
    *yes = strcmp(r->answer, "double") == 0;
    return *yes || strcmp(r->answer, "roll") == 0 || fail(r, "was asked to roll or double and said", r->answer);
}

static bool remote_answers(struct player *self, const struct position *p, enum answer *out)
{
    static const char *const words[] = {[ANSWER_TAKE] = "take", [ANSWER_DROP] = "drop", [ANSWER_BEAVER] = "beaver"};
    struct remote *r = (struct remote *)self;
    if (!ask(r, p))
        return false;
    for (int i = 0; i < 3; i++)
        if (strcmp(r->answer, words[i]) == 0) {
            *out = (enum answer)i;
            return true;
        }
    return fail(r, "was asked to take or drop and said", r->answer);
}

static bool remote_plays(struct player *self, const struct position *p, struct board *after)
{
    struct remote *r = (struct remote *)self;
    struct play play;
    const char *problem;
    if (!ask(r, p))
        return false;
    if (!notation_read(span_of(r->answer), &p->board, p->dice[0], p->dice[1], &play, &problem, NULL))
        return fail(r, "made an illegal play", r->answer);
    return board_play(&p->board, &play, after);
}

static void remote_free(struct player *self)
{
    struct remote *r = (struct remote *)self;
    socket_close(r->fd);
    strbuf_done(&r->request);
    xfree(r);
}

struct player *player_external(const char *address, struct diags *d)
{
    char host[ADDRESS_MAX];
    const char *port;
    if (!external_address(address, false, host, sizeof host, &port) || host[0] == '\0') {
        diag_at(d, SEVERITY_ERROR, 0, 0, "found the address \"%s\", expected HOST:PORT", address);
        return NULL;
    }
    const int fd = socket_connect(host, port);
    if (fd < 0) {
        diag_at(d, SEVERITY_ERROR, 0, 0, "no program is listening at %s", address);
        return NULL;
    }
    struct remote *r = xcalloc(1, sizeof *r);
    r->base = (struct player){.name = "external",
                              .doubles = remote_doubles,
                              .answers = remote_answers,
                              .plays = remote_plays,
                              .free = remote_free};
    r->fd = fd;
    return &r->base;
}
