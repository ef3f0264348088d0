/* Cells of CSV; see csv.h. */
#include "collection/csv.h"

#include <math.h>
#include <string.h>

void csv_text(struct strbuf *out, const char *text)
{
    if (text == NULL)
        return;
    strbuf_putc(out, '"');
    if (*text != '\0' && strchr("=+-@\t\r", *text) != NULL)
        strbuf_putc(out, '\'');
    for (; *text != '\0'; text++) {
        if (*text == '"')
            strbuf_putc(out, '"');
        strbuf_putc(out, *text);
    }
    strbuf_putc(out, '"');
}

void csv_cell(struct strbuf *out, const char *text)
{
    strbuf_putc(out, ',');
    csv_text(out, text);
}

void csv_figure(struct strbuf *out, double x, int decimals)
{
    strbuf_putc(out, ',');
    if (!isnan(x))
        strbuf_fixed(out, x, decimals);
}
