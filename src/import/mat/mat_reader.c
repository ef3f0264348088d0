/* What the files of the .mat reader share: places, and the comments that wait for the event they belong to. */
#include "import/mat/mat_reader.h"

struct place mat_place(const struct mat_reader *r, int column)
{
    return (struct place){.line = r->lines.number, .column = column, .offset = -1};
}

void mat_flush_comment(struct mat_reader *r)
{
    if (r->comment.length == 0)
        return;
    struct span text = {r->comment.at, r->comment.length - 1}; /* without the last newline */
    if (r->m != NULL && r->g != NULL) {
        bool inside = r->comment_owner > 0;
        comment_append(r->m, inside ? &r->g->events[r->comment_owner - 1].comment : &r->g->comment, text);
    } else if (r->m != NULL) {
        comment_append(r->m, &r->m->comment, text);
    } else {
        return; /* belongs to the match to come */
    }
    strbuf_clear(&r->comment);
}

/* Gathers lines as long as they belong to the same event: joining them one by one would be quadratic. */
void mat_add_comment(struct mat_reader *r, struct span text)
{
    size_t owner = r->g != NULL ? r->g->n_events : 0;
    if (r->g != NULL && owner != r->comment_owner)
        mat_flush_comment(r);
    r->comment_owner = owner;
    strbuf_add(&r->comment, text.at, text.length);
    strbuf_putc(&r->comment, '\n');
}
