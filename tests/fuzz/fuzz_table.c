/* Any bytes into the target that the environment's FUZZ_READER names (tests/support/fuzz_targets.h). */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "oracle.h"
#include "support/fuzz_targets.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Most take microseconds. An archive may unpack to what its limits allow; a net is evaluated, a hypergammon database
 * made, a collection asked for everything whatever the input's size. */
static const struct {
    const char *target;
    struct allowance allowed;
} allowances[] = {
    {"archive", {2, 100, 128, 100}},     {"net", {2, 0, 64, 100}},        {"analysis", {5, 1000, 64, 4000}},
    {"statistics", {0.5, 50, 64, 4000}}, {"hyper", {10, 0, 256, 100}},    {"collection", {3, 100, 64, 1000}},
    {"schema", {3, 100, 64, 1000}},      {"bearoff", {1, 100, 64, 4000}},
};
static const struct allowance usual = {0.2, 50, 16, 1000};

static const struct allowance *allowance_of(const char *target)
{
    for (size_t i = 0; i < sizeof allowances / sizeof *allowances; i++)
        if (strcmp(allowances[i].target, target) == 0)
            return &allowances[i].allowed;
    return &usual;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct fuzz_target *target;
    static const struct allowance *allowed;
    if (target == NULL) {
        const char *name = getenv("FUZZ_READER");
        for (target = fuzz_targets; name == NULL || strcmp(target->name, name) != 0; target++)
            if (name == NULL || target[1].name == NULL)
                abort();
        allowed = allowance_of(name);
    }
    oracle_run(target->try, (struct span){(const char *)data, size}, size, allowed);
    return 0;
}
