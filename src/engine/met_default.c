/* The match equity tables that are compiled in, so that the program needs no files: data/met/, byte for byte. */
#include <pthread.h>
#include <stdlib.h>

#include "engine/met.h"

/* mk/engine.mk makes this file depend on the data. */
__asm__(".section .rodata\n"
        "kibitzer_met_kazaross:\n"
        ".incbin \"data/met/kazaross-xg2.xml\"\n"
        "kibitzer_met_kazaross_end:\n"
        "kibitzer_met_woolsey:\n"
        ".incbin \"data/met/woolsey.xml\"\n"
        "kibitzer_met_woolsey_end:\n"
        ".byte 0\n"
        ".text\n");

extern const char kibitzer_met_kazaross[], kibitzer_met_kazaross_end[];
extern const char kibitzer_met_woolsey[], kibitzer_met_woolsey_end[];

static struct met *kazaross;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void read_kazaross(void)
{
    struct diags d;
    diags_init(&d, "the default match equity table");
    kazaross = met_read(met_builtin("kazaross-xg2"), &d);
    if (!kazaross) /* only if the program itself is damaged */
        abort();
    diags_done(&d);
}

const struct met *met_default(void)
{
    pthread_once(&once, read_kazaross);
    return kazaross;
}

struct span met_builtin(const char *name)
{
    if (span_equal_nocase(span_of(name), "kazaross-xg2"))
        return (struct span){kibitzer_met_kazaross, (size_t)(kibitzer_met_kazaross_end - kibitzer_met_kazaross)};
    if (span_equal_nocase(span_of(name), "woolsey"))
        return (struct span){kibitzer_met_woolsey, (size_t)(kibitzer_met_woolsey_end - kibitzer_met_woolsey)};
    return (struct span){NULL, 0};
}
