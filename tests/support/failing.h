/* Memory that runs out on purpose. mk/memory.mk links the programs that use this so that the library's calls of
 * malloc() and the like come here first. */
#ifndef SUPPORT_FAILING_H
#define SUPPORT_FAILING_H

#include <stdbool.h>
#include <stddef.h>

/* The nth allocation from now fails, and unless one_only every later one. */
void failing_from(long n, bool one_only);
/* Nothing fails any more. Returns how many have failed. */
long failing_stop(void);
/* Whether the allocation that asks here is one that fails: for allocators of other libraries. */
bool failing_now(void);
/* Pieces of memory that are taken and not given back. */
long failing_live(void);

/* What neither fails nor is counted. */
void *malloc_for_real(size_t size);
void *realloc_for_real(void *p, size_t size);
void free_for_real(void *p);

#endif
