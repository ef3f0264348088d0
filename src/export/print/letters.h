/* A line of text in letters of all peoples: which font has them, in which direction they go. docs/formats/pdf.md. */
#ifndef KIBITZER_LETTERS_H
#define KIBITZER_LETTERS_H

#include "export/print/fonts.h"

/* Neighbours of one font and direction. */
struct letter_run {
    size_t from, to; /* bytes of the text */
    int font; /* of struct fonts; LETTERS_PLAIN: letter after letter in the paper's own */
    size_t first, n; /* of the signs */
    float width; /* of the signs, in units of the size */
};

enum { LETTERS_PLAIN = -1 };

/* From left to right. Zero-initialised is empty. */
struct lettering {
    struct letter_run *run;
    size_t n, capacity;
    struct signs signs;
};

/* Do letters like this one stand side by side, from left to right, whatever is around them? */
bool letters_simple(uint32_t letter);
/* Does it only say in which direction others go? */
bool letters_steer(uint32_t letter);

/* Sets valid UTF-8 beside the own font of that number. What no font has becomes plain. */
void letters_set(struct fonts *f, int own, const char *text, struct lettering *out);
void lettering_done(struct lettering *l);

#endif
