/* The catalogues of this build: the languages of po/LINGUAS; in WebAssembly none, the page brings them. */
#ifndef KIBITZER_CATALOGUES_H
#define KIBITZER_CATALOGUES_H

#include "base/language.h"

extern const struct language catalogues[]; /* sorted by code; ends with a nameless one */

#endif
