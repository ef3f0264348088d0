/* Lines that are set, and which letters need it; see letters.h. */
#include "base/xmalloc.h"
#include "export/print/letters.h"

bool letters_steer(uint32_t c)
{
    return c == 0x200e || c == 0x200f || c == 0x61c || (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

bool letters_simple(uint32_t c)
{
    static const struct {
        uint32_t from, to;
    } others[] = {{0x300, 0x36f},   {0x483, 0x489},   {0x590, 0x109f},  {0x1100, 0x11ff},
                  {0x1700, 0x18af}, {0x1900, 0x1cff}, {0x1dc0, 0x1dff}, {0x200b, 0x200f},
                  {0x202a, 0x202e}, {0x2060, 0x206f}, {0x20d0, 0x20ff}, {0xa800, 0xabff},
                  {0xfb1d, 0xfdff}, {0xfe00, 0xfe2f}, {0xfe70, 0xfeff}, {0x10000, 0x10ffff}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (c >= others[i].from && c <= others[i].to)
            return false;
    return true;
}

void lettering_done(struct lettering *l)
{
    xfree(l->run);
    signs_done(&l->signs);
    *l = (struct lettering){0};
}
