/* Leaves as text: private to the tree. */
#ifndef KIBITZER_LEAF_H
#define KIBITZER_LEAF_H

#include "document/node.h"

/* Words with holes, in order: `piece` gets what stands between, `hole` the child that fills one. */
void leaf_fill(const struct node *words, void (*piece)(void *context, const struct node *words, struct span text),
               void (*hole)(void *context, const struct node *child), void *context);

#endif
