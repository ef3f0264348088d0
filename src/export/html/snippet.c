/* One decision as a piece of HTML for somebody else's page: board, caption, figures; no head, style sheet or script.
 * docs/formats/html.md. */
#include "export/board/draw.h"
#include "export/export.h"
#include "export/html/page.h"
#include "match/loss.h"
#include "report/card.h"

bool snippet_write(const struct match *m, const struct export_options *o, struct sink *sink, struct diags *d)
{
    struct card c;
    struct html_page page;
    if (!card_at(&c, m, o)) {
        diag_at(d, SEVERITY_ERROR, 0, 0, "there is no decision to write; --select names one: g2m14");
        return false;
    }
    strbuf_puts(sink_main(sink), "<div class=\"kibitzer\">\n");
    html_page_begin(&page, o, sink);
    html_fragment(&page);
    card_build(&c, o, page.receiver);
    html_page_done(&page);
    strbuf_puts(sink_main(sink), "</div>\n");
    if (!loss_is_single_position(m))
        diag_at(d, SEVERITY_NOTE, 0, 0, "lost: all but one decision");
    return true;
}
