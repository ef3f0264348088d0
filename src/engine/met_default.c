/* The match equity tables that are compiled in, so that the program needs no files: data/met/, byte for byte. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/attempt.h"
#include "base/embed.h"
#include "base/sink.h"
#include "engine/met_table.h"

/* mk/engine.mk makes this file depend on the data. */
/* ORDER MET: the default first, then by year, newest first; the models last. */
EMBED(kibitzer_met_kazaross, "data/met/kazaross-xg2.xml");
EMBED(kibitzer_met_rockwell, "data/met/rockwell-kazaross.xml");
EMBED(kibitzer_met_g11, "data/met/g11.xml");
EMBED(kibitzer_met_ortega, "data/met/ortega.xml");
EMBED(kibitzer_met_snowie, "data/met/snowie.xml");
EMBED(kibitzer_met_jacobs, "data/met/jacobs.xml");
EMBED(kibitzer_met_jacobs_50, "data/met/jacobs-50.xml");
EMBED(kibitzer_met_jacobs_100, "data/met/jacobs-100.xml");
EMBED(kibitzer_met_mec26, "data/met/mec26.xml");
EMBED(kibitzer_met_woolsey, "data/met/woolsey.xml");
EMBED(kibitzer_met_mec, "data/met/mec.xml");
EMBED(kibitzer_met_zadeh, "data/met/zadeh.xml");

#define ROW(name, symbol)                                                                                              \
    {                                                                                                                  \
        name, kibitzer_met_##symbol##_begin, kibitzer_met_##symbol##_end                                               \
    }

static const struct {
    const char *name;
    const unsigned char *from, *end;
} tables[] = {
    ROW("kazaross-xg2", kazaross),
    ROW("rockwell-kazaross", rockwell),
    ROW("g11", g11),
    ROW("ortega", ortega),
    ROW("snowie", snowie),
    ROW("jacobs", jacobs),
    ROW("jacobs-50", jacobs_50),
    ROW("jacobs-100", jacobs_100),
    ROW("mec26", mec26),
    ROW("woolsey", woolsey),
    ROW("mec", mec),
    ROW("zadeh", zadeh),
};

enum { N_TABLES = sizeof tables / sizeof *tables };

const char *met_builtin_name(size_t i)
{
    return i < N_TABLES ? tables[i].name : NULL;
}

struct span met_builtin(const char *name)
{
    for (size_t i = 0; i < N_TABLES; i++)
        if (span_equal_nocase(span_of(name), tables[i].name))
            return (struct span){(const char *)tables[i].from, (size_t)(tables[i].end - tables[i].from)};
    return (struct span){NULL, 0};
}

/* ---- by name, or from a file ---- */

struct met *met_open(const char *path, struct diags *d)
{
    struct strbuf bytes = {0};
    struct met *m = NULL;
    const struct span builtin = met_builtin(path);
    if (builtin.length > 0)
        return met_read(builtin, d);
    if (file_read(path, MET_FILE_LIMIT, &bytes))
        m = met_read((struct span){bytes.at, bytes.length}, d);
    else
        diag_at(d, SEVERITY_ERROR, 0, 0, "the match equity table cannot be read: %s", file_problem(errno));
    strbuf_done(&bytes);
    return m;
}

/* ---- the default ---- */

static struct met *standard;
static struct attempt_once once = ATTEMPT_ONCE_INIT;

static void read_standard(void *context)
{
    (void)context;
    struct diags d;
    diags_init(&d, "the default match equity table");
    standard = met_read(met_builtin(tables[0].name), &d);
    if (!standard)
        attempt_refuse("the match equity table that is compiled in is damaged");
    diags_done(&d);
}

const struct met *met_default(void)
{
    attempt_once(&once, read_standard, NULL);
    return standard;
}
