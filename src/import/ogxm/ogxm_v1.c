#include "import/ogxm/ogxm.h"
bool ogxm_read_v1(struct span file, struct receiver *out, struct diags *d)
{
    (void)file;
    (void)out;
    diag_offset(d, SEVERITY_ERROR, 4, "found version 1, expected 2");
    return false;
}
