/* What is asked of a collection: whose decisions, in which matches, and which ones. One group of options for all
 * commands that ask. */
#ifndef KIBITZER_COLLECTION_QUERY_H
#define KIBITZER_COLLECTION_QUERY_H

#include "base/option.h"
#include "collection/store.h"

enum { AWAY_MONEY = -1, ERROR_KINDS = 1 + CUBE_ERRORS };

/* Of a decision; zeros = any. */
struct decision_traits {
    int phase, plan; /* 1 + enum phase, 1 + enum plan */
    int theme; /* 1 + enum decision_theme */
    uint64_t classes; /* any of these, as classes_of() of field.h */
    int away[2]; /* points needed, by the player who decides first; [0] AWAY_MONEY = money play */
    /* Which errors are meant: */
    bool some_kinds, kind[ERROR_KINDS]; /* those of kind[], as error_kind_of() */
    double above; /* EMG; what cost no more is none */
};

struct collection_query {
    const char *player, *opponent; /* names, NULL = anybody */
    struct match_filter match; /* with the ids of both once query_people() has found them */
    struct decision_traits of;
};

extern const struct option_group query_group;

/* Finds the players; false after a message: nobody has that name, or several do. */
bool query_people(struct collection_query *q, struct store *s);

/* Phase, plan, theme and score. */
bool decision_fits(const struct decision_traits *t, const struct decision_row *d);
bool traits_are_any(const struct decision_traits *t);
bool traits_choose_errors(const struct decision_traits *t); /* not all errors are meant */
/* The kind of the decision's error, as error_kind_of(); -1 = it has none that is meant. */
int error_kind_meant(const struct decision_traits *t, const struct decision_row *d);

/* For rows of options that take a day: yyyy, yyyy-mm or yyyy-mm-dd. */
bool parse_day(const struct option_value *v);
/* Likewise for an event, whose field is that of a struct match_filter. */
bool parse_event(const struct option_value *v);

#endif
