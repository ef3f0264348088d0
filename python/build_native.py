"""What cffi compiles: the declarations of the public headers, and the library linked in."""
import os
import re
from pathlib import Path

from cffi import FFI

top = Path(__file__).resolve().parent.parent
built = top / os.environ.get("KIBITZER_BUILD", "build/release")
HEADERS = ["kibitzer.h", "kibitzer_position.h", "kibitzer_collection.h"]

HOOKS = """
extern "Python" {
    void kibitzer_python_message(void *, const struct kibitzer_message *);
    int kibitzer_python_output(void *, const void *, size_t);
    int kibitzer_python_progress(void *, const struct kibitzer_progress *);
    int kibitzer_python_match(void *, struct kibitzer_file *);
}
"""

# Columns for numpy: rows.c.
ROWS = """
struct ArrowSchema {
    const char *format, *name, *metadata;
    int64_t flags, n_children;
    struct ArrowSchema **children, *dictionary;
    void (*release)(struct ArrowSchema *);
    void *private_data;
};
struct kibitzer_python_rows *kibitzer_python_rows_new(const char *kinds);
void kibitzer_python_rows_free(struct kibitzer_python_rows *);
int kibitzer_python_rows_of_cursor(struct kibitzer_python_rows *, struct kibitzer_cursor *, struct kibitzer_call *);
void kibitzer_python_row(struct kibitzer_cursor *, double *out, int columns);
int kibitzer_python_rows_of_stream(struct kibitzer_python_rows *, struct ArrowArrayStream *, const char *formats);
int kibitzer_python_stream_schema(struct ArrowArrayStream *, struct ArrowSchema *);
const char *kibitzer_python_stream_error(struct ArrowArrayStream *);
int64_t kibitzer_python_rows_count(const struct kibitzer_python_rows *);
const double *kibitzer_python_rows_numbers(const struct kibitzer_python_rows *, int column);
const int32_t *kibitzer_python_rows_codes(const struct kibitzer_python_rows *, int column);
int32_t kibitzer_python_rows_texts(const struct kibitzer_python_rows *, int column, const char **bytes, const int64_t **ends);
"""
ROWS_BODY = (top / "python/rows.c").read_text()

# A capsule of Python that holds an Arrow stream, and releases it unless somebody has taken it over.
ARROW = """
struct ArrowArrayStream *kibitzer_python_stream(void);
void kibitzer_python_stream_done(void *);
"""
ARROW_BODY = """
#include <stdlib.h>
#include "document/arrow.h"

static struct ArrowArrayStream *kibitzer_python_stream(void)
{
    return calloc(1, sizeof(struct ArrowArrayStream));
}

static void kibitzer_python_stream_done(void *capsule)
{
    struct ArrowArrayStream *s = PyCapsule_GetPointer(capsule, "arrow_array_stream");
    if (s != NULL && s->release != NULL)
        s->release(s);
    free(s);
}
"""


def declarations(header):
    """A header without what the preprocessor would take: comments, branches for C++, directives."""
    text = re.sub(r"/\*.*?\*/", "", (top / "src" / header).read_text(), flags=re.S)
    text = re.sub(r"#ifdef __cplusplus\n.*?#endif\n", "", text, flags=re.S)
    return re.sub(r"(?m)^#.*\n", "", text).replace("KIBITZER_API ", "")


libraries = re.search(r"(?m)^Libs.private: (.*)", (built / "kibitzer.pc").read_text())[1].split()
builder = FFI()
builder.cdef("".join(map(declarations, HEADERS)) + HOOKS + ARROW + ROWS)
builder.set_source(
    "kibitzer._native",
    "".join(f'#include "{header}"\n' for header in HEADERS) + ARROW_BODY + ROWS_BODY,
    py_limited_api=True,
    include_dirs=[str(top / "src")],
    depends=[str(built / "libkibitzer.a")],
    extra_objects=[str(built / "libkibitzer.a")],
    # Ours is ours: another libkibitzer in the process must not answer for it.
    extra_link_args=["-Wl,--exclude-libs,ALL", *libraries],
)
