/* The pages of a collection: the reports of each match and the index over all, written into a folder. What has been
 * written with the same settings is not written again. */
#ifndef KIBITZER_PAGES_H
#define KIBITZER_PAGES_H

#include "storage/collection.h"
#include "storage/named.h"
#include "export/shown_options.h"
#include "match/address.h"
#include "match/said_options.h"

enum { REPORTS_MAX = 16 };

/* Where reports go, and which. */
struct pages_options {
    const char *folder;
    const struct exporter *report[REPORTS_MAX + 1]; /* NULL-terminated; none: no page is written at all */
};

extern const struct option_group pages_group;

/* Do the reports know the style that is asked for? Else false with *f filled. */
bool pages_know_style(const struct pages_options *p, const struct report_options *r, struct option_fault *f);

/* Appends what was given of these options (NULL-terminated), as text: pages that were made with the same are the same.
 */
void pages_given(const struct options *o, const char *const *names, struct strbuf *out);
/* The same of a whole group. */
void pages_given_of(const struct options *o, const struct option_group *group, struct strbuf *out);

struct pages {
    const struct pages_options *where;
    const struct report_options *reports;
    const struct match_said *said;
    const char *given; /* see pages_given() */
    struct named_players *named; /* looks at the players of each match */
    bool certify; /* the analyses are as they were made: pages carry certificates */
    const float *thresholds; /* of marks, for records that come from the collection; NULL = as they are */
    const struct met *met;
    struct match_part part; /* pages of it alone, which are not remembered and have names of their own */
    struct collection *collection; /* whose players the reports lead to; NULL = none */
};

/* The reports of one match, without the lock of the collection; what is said of them goes to `d`. False after a
 * message. */
bool pages_write(const struct pages *p, struct match *m, const char *stem, int set, struct diags *d);
/* Of p->part, whose analysis `set` is then; "final.g3m14-20.html". */
bool pages_write_part(const struct pages *p, struct match *m, const char *stem, int set, struct diags *d);
/* Of positions: formats that can hold all of them get one page, the others a page each, the second `stem`.m2. Their
 * last annotation sets are shown. */
bool pages_write_positions(const struct pages *p, struct match *const *m, size_t n, const char *stem, struct diags *d);
/* One of them, printed. `notes` of the file: JSON lists it (pages, which are written again when that is long forgotten,
 * do not). */
bool page_print(const struct pages *p, const struct match *m, const struct exporter *e, int set,
                const struct diags *notes, struct diags *d);
void pages_remove(const struct pages *p, const char *stem);

/* The name of the pages of a file's match, or of the page on which its position `number` is the first. */
void pages_stem(const char *file_stem, int number, char out[STEM_ROOM]);

/* A match, or one of the positions on a page, and the page that it is on. */
struct stored_pages {
    int64_t match, analysis;
    enum kept kept; /* of the plays that its record had */
    int number; /* in its file: the order on the page */
    bool bare; /* see struct match_held */
    char stem[STEM_ROOM], fingerprint[KEY_LENGTH + 1];
};

/* Remembers that the reports of a match, or of the positions on one page, were written. Call with the lock of `c`
 * held, in a transaction or not. */
bool pages_note(const struct pages *p, struct collection *c, const struct stored_pages *of, size_t n);

enum { POSITIONS_MAX = 500 }; /* on one page: as many records are held at once */

/* What pages there are, and what is on each. A position is on a page of every file that holds it, a match on that
 * of the file it belongs to. */
struct page_list {
    struct stored_pages *at; /* after page_list_group() page by page, in the order of each */
    size_t n, capacity;
    size_t *first, n_pages; /* where each page begins, and last n */
    char hash[HASH_LENGTH + 1], page[STEM_ROOM]; /* while it is filled: the content at hand and its page of positions */
    int on_page;
};

void page_list_add(struct page_list *l, const struct match_held *h); /* in the order of store_matches_held() */
void page_list_group(struct page_list *l);
void page_list_done(struct page_list *l);

/* Writes the reports of a stored match, or of the positions on one page, again, unless all are there as they would be
 * written now. Takes the lock for as long as it needs, and memory in an attempt of its own. False after a message. */
bool pages_renew(const struct pages *p, struct collection *c, const struct stored_pages *s, size_t n);

/* What could not be read this time, for the index. */
struct refusal {
    const char *file;
    const struct diags *why;
};

/* Remembers how the pages in this folder were written, so that they can be written so again. With the lock held. */
bool pages_remember(const struct pages *p, struct collection *c);

/* The index over all that the collection holds; not written if it would be as it is. */
bool pages_index(const struct pages *p, struct collection *c, const struct refusal *refused, size_t n);

#endif
