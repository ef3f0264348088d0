/* One decision as a piece of HTML for somebody else's page: board, caption, figures; no head, style sheet or script.
 * docs/formats/html.md. */
#include "base/language.h"
#include "export/board/draw.h"
#include "export/export.h"
#include "export/html/page.h"
#include "match/loss.h"
#include "report/card.h"

/* Enough for a page that knows nothing of it. */
static const char style[] =
    "<style>\n"
    ".kibitzer{max-width:30rem;font:15px/1.45 system-ui,sans-serif}\n"
    ".kibitzer figure{margin:0}.kibitzer svg{max-width:100%;height:auto}.kibitzer p{margin:.4em 0}\n"
    ".kibitzer table{border-collapse:collapse;width:100%;margin:.5em 0}.kibitzer caption{text-align:left;color:#666}\n"
    ".kibitzer :is(th,td){font-weight:400;text-align:right;padding:.15em .4em;border-bottom:1px solid #ddd}\n"
    ".kibitzer :is(th,td):first-child,.kibitzer :is(.movemove,.movethemove){text-align:left}\n"
    ".kibitzer :is(.played,.movethemove){background:#eee}.kibitzer :is(.m1,.m2,.m3){background:#fbe3df}\n"
    ".kibitzer :is(.played,.movethemove) th{font-weight:700}\n"
    ".kibitzer "
    ":is(small,.level,.positionid,.themes,.note,.moveheader,.cubedecisionheader){font-size:.85em;color:#666}\n"
    ".kibitzer .positionid{font-family:ui-monospace,monospace;white-space:pre-line;overflow-wrap:anywhere}\n"
    ".kibitzer :is(.percent,.cubeprobs){white-space:pre;font-size:.8em;font-variant-numeric:tabular-nums}\n"
    "@media (max-width:32rem){.kibitzer tr{display:flex;flex-wrap:wrap;border-bottom:1px solid #ddd}\n"
    ".kibitzer :is(th,td){border:0;min-width:4.7em;white-space:nowrap}.kibitzer td .level{display:block}.kibitzer "
    ":is(th,td):first-child{flex:1;min-width:0;white-space:normal}\n"
    ".kibitzer :is(th,td):last-child:nth-child(n+4){flex:0 0 "
    "100%;box-sizing:border-box;text-align:left;white-space:pre;padding-top:0}}\n"
    "</style>\n";

bool snippet_write(const struct match *m, const struct export_options *o, struct sink *sink, struct diags *d)
{
    struct card c;
    struct html_page page;
    if (!card_at(&c, m, o)) {
        diag_at(d, SEVERITY_ERROR, 0, 0, "there is no decision to write; --select names one: g2m14");
        return false;
    }
    strbuf_puts(sink_main(sink), "<div class=\"kibitzer\">\n");
    strbuf_puts(sink_main(sink), style);
    html_page_begin(&page, o, sink);
    html_fragment(&page);
    card_build(&c, o, page.receiver);
    html_page_done(&page);
    if (!c.cube)
        strbuf_printf(sink_main(sink), "<p class=\"note\">%s</p>\n",
                      card_mark(&c) != SKILL_NONE ? tr("Arrows: green is the best play, red the one made.")
                                                  : tr("Arrows: the play made."));
    strbuf_puts(sink_main(sink), "</div>\n");
    if (!loss_is_single_position(m))
        diag_at(d, SEVERITY_NOTE, 0, 0, "lost: all but one decision");
    return true;
}
