/* Figures; see metrics.h. */
#include "service/metrics.h"

#include "base/version.h"
#include "service/sending.h"

static void head(struct strbuf *out, const char *name, const char *type, const char *help)
{
    strbuf_printf(out, "# HELP kibitzer_%s %s\n# TYPE kibitzer_%s %s\n", name, help, name, type);
}

static void one(struct strbuf *out, const char *name, const char *type, const char *help, double value)
{
    head(out, name, type, help);
    strbuf_printf(out, "kibitzer_%s %.15g\n", name, value);
}

static void lanes(struct strbuf *out, const char *name, const char *help, const int of[2])
{
    head(out, name, "gauge", help);
    strbuf_printf(out, "kibitzer_%s{lane=\"short\"} %d\nkibitzer_%s{lane=\"long\"} %d\n", name, of[0], name, of[1]);
}

static void write_answers(struct strbuf *out)
{
    unsigned long n[6];
    replies_counted(n);
    head(out, "http_answers_total", "counter", "Answers, by the first digit of their status.");
    for (int i = 2; i < 6; i++)
        strbuf_printf(out, "kibitzer_http_answers_total{status=\"%dxx\"} %lu\n", i, n[i]);
}

static void write_ended(struct strbuf *out, const struct jobs_counts *c)
{
    head(out, "jobs_ended_total", "counter", "Jobs that are over.");
    strbuf_printf(out,
                  "kibitzer_jobs_ended_total{how=\"done\"} %lu\nkibitzer_jobs_ended_total{how=\"failed\"} %lu\n"
                  "kibitzer_jobs_ended_total{how=\"cancelled\"} %lu\n",
                  c->done, c->failed, c->cancelled);
}

void metrics_write(struct service *s, struct strbuf *out)
{
    struct jobs_counts c;
    jobs_count(s->jobs, &c);
    head(out, "info", "gauge", "The version that runs.");
    strbuf_puts(out, "kibitzer_info{version=\"" KIBITZER_VERSION "\"} 1\n");
    one(out, "uptime_seconds", "gauge", "Since the service began.", service_now() - s->began);
    one(out, "connections", "gauge", "Open connections.", visitors_count(&s->visitors));
    write_answers(out);
    lanes(out, "jobs_waiting", "Jobs that wait for a thread.", c.waiting);
    lanes(out, "jobs_running", "Jobs at work.", c.running);
    one(out, "jobs_taken_total", "counter", "Jobs that were begun.", (double)c.taken);
    one(out, "jobs_joined_total", "counter", "Requests that another one's job answered.", (double)c.joined);
    one(out, "jobs_refused_total", "counter", "Requests that a limit of jobs refused.", (double)c.refused);
    write_ended(out, &c);
    one(out, "answers_kept", "gauge", "Answers that are kept.", (double)c.kept);
    one(out, "answers_kept_bytes", "gauge", "Their size.", (double)c.bytes);
}
