/* The two sides of a card as HTML; see cards.h. */
#include "export/cards.h"

#include "base/sink.h"
#include "export/html/page.h"
#include "report/errors_page.h"

static void take_all(struct sink *side, struct strbuf *out)
{
    strbuf_add(out, strbuf_text(sink_main(side)), sink_main(side)->length);
    sink_done(side);
}

void card_sides(const struct costly_question *c, const struct errors_page_options *o, struct strbuf *question,
                struct strbuf *answer)
{
    struct html_page front, back;
    struct sink front_side, back_side;
    sink_init(&front_side);
    sink_init(&back_side);
    html_page_begin(&front, o->shown, &front_side);
    html_page_begin(&back, o->shown, &back_side);
    html_fragment(&front);
    html_fragment(&back);
    errors_card(c, o, front.receiver, back.receiver);
    html_page_done(&front);
    html_page_done(&back);
    take_all(&front_side, question);
    take_all(&back_side, answer);
}
