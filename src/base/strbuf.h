/* A growing string. Zero-initialised is empty and ready; free with strbuf_done. */
#ifndef KIBITZER_STRBUF_H
#define KIBITZER_STRBUF_H

#include <stddef.h>
#include <stdint.h>

struct strbuf {
    char *at; /* terminated once anything was added; NULL before */
    size_t length, capacity;
};

void strbuf_add(struct strbuf *b, const char *bytes, size_t length);
void strbuf_puts(struct strbuf *b, const char *s);
void strbuf_insert(struct strbuf *b, size_t at, const char *s); /* before byte `at`, at most the length */
void strbuf_putc(struct strbuf *b, char c);
void strbuf_int(struct strbuf *b, int64_t n); /* decimal; much faster than strbuf_printf */
/* `decimals` (0..9) figures after the point, never "-0.0"; fast below 1e9. NAN and infinities as printf writes them. */
void strbuf_fixed(struct strbuf *b, double x, int decimals);
void strbuf_fill(struct strbuf *b, char c, size_t count);
void strbuf_printf(struct strbuf *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *strbuf_text(const struct strbuf *b); /* never NULL */
void strbuf_cut(struct strbuf *b, size_t length); /* back to so many bytes, at most those that it has */
void strbuf_clear(struct strbuf *b); /* empty, storage kept */
void strbuf_done(struct strbuf *b);

#endif
