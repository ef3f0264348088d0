/* The list of work: the bytes of all inputs are hashed before any is read as a match, so that copies are processed
 * once and inputs already in the collection are skipped. */
#ifndef KIBITZER_WORKLIST_H
#define KIBITZER_WORKLIST_H

#include "storage/collection.h"
#include "source/inputs.h"
#include "source/shard.h"

struct job {
    char hash[HASH_LENGTH + 1];
    char *path; /* absolute where it is a file */
    char stem[STEM_ROOM]; /* its pages' name */
    bool unreadable; /* loading it will say so again */
    bool copy; /* another input has the same bytes and is done instead: */
    size_t original; /* that one, of the list */
    bool known; /* the collection has what is wanted of it */
    bool elsewhere; /* another shard's share */
    bool refused; /* an earlier round of this run, or an earlier run of this version, could not use the same bytes */
    bool bad; /* it could not be used, and that is due to the file itself */
    bool stored; /* the collection has what could be used of it, of which not all is what is wanted */
    bool put; /* matches of it were stored in this run */
    bool lacks; /* the engine lacks what a match of it needs: another one may have it */
    size_t n_errors; /* of known ones: what reading it said */
};

struct worklist {
    struct job *at; /* by input */
    size_t n;
    size_t n_elsewhere;
};

/* `fresh`: nothing is taken as known. False if the collection does not say what it knows. */
bool worklist_make(struct worklist *s, const struct inputs *inputs, struct collection *c,
                   const struct analysis_wanted *w, struct shard shard, bool fresh, int jobs);
void worklist_done(struct worklist *s);

/* Is this input to be read and analysed? */
bool job_is_open(const struct job *j);

#endif
