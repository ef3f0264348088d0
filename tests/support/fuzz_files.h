/* Fuzz targets for files of our own that may come from elsewhere: databases of hypergammon, states that are gone on
 * from, collections. Private to fuzz_targets.c. */
#ifndef KIBITZER_TEST_FUZZ_FILES_H
#define KIBITZER_TEST_FUZZ_FILES_H

#include "base/span.h"
#include "base/strbuf.h"
#include "engine/engine.h"
#include "match/record.h"

/* Of all targets; ends the process where something is wrong. */
void must(bool good);
const struct engine *shared_engine(void);
struct worker *shared_worker(void);

/* The one match of a text, with an analysis at 0 plies. */
struct match *fuzz_analysed(const char *text, struct matches *all);

/* The name of a file for this process alone, in a folder for such; good for some calls. */
const char *fuzz_scratch(const char *end);
void fuzz_put(const char *path, const char *bytes, size_t length);
void fuzz_get(const char *path, struct strbuf *out);
/* Changes a file: the bytes are places and values, four bytes each. */
void fuzz_damage(struct span bytes, struct strbuf *file);

void try_hyper(struct span bytes);
void try_rollout(struct span bytes);
void try_collection(struct span bytes);
void try_schema(struct span bytes);
void try_archive(struct span bytes);
void try_mail(struct span bytes);
void try_ids(struct span bytes);
void try_plays(struct span bytes);
void try_lines(struct span bytes);
void try_certificate(struct span bytes);

#endif
