/* Puts the net of one class from one file in the place of that in another, so that classes can learn side
 * by side. */
#include <stdio.h>
#include <string.h>

#include "engine/net.h"
#include "engine/net_layout.h"
#include "measure.h"

int measure_merge(const char *class, const char *from, const char *to)
{
    const int c = net_class_named(class);
    struct diags diags;
    bool done = false;
    diags_init(&diags, from);
    struct net *one = c >= 0 ? net_load(from, &diags) : NULL;
    struct net *other = one ? net_load(to, &diags) : NULL;
    if (c < 0)
        fprintf(stderr, "measure: %s: no class of positions has this name\n", class);
    if (other && c >= other->n) {
        fprintf(stderr, "measure: %s: %d nets, none of them for '%s'\n", to, other->n, class);
    } else if (other) {
        const size_t length = strlen(other->record);
        other->of[c] = one->of[c];
        snprintf(other->record + length, sizeof other->record - length, "; %s of net %016llx", class,
                 (unsigned long long)net_checksum(one));
        done = net_save(other, to, &diags);
    }
    diags_print(&diags, SEVERITY_NOTE, stderr);
    diags_done(&diags);
    net_free(other);
    net_free(one);
    return !done;
}
