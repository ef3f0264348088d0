/* Any bytes into the target that the environment's FUZZ_READER names (tests/support/fuzz_targets.h). */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "support/fuzz_targets.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *name = getenv("FUZZ_READER");
    for (const struct fuzz_target *t = fuzz_targets; name != NULL && t->name != NULL; t++)
        if (strcmp(t->name, name) == 0) {
            t->try((struct span){(const char *)data, size});
            return 0;
        }
    abort();
}
