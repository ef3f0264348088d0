/* The tables of readers and writers: every row says all that its users rely on. */
#include "support/test.h"
#include <string.h>

#include "export/export.h"
#include "import/import.h"

/* What a row lacks, or NULL. */
static const char *reader_lacks(const struct importer *r)
{
    return r->name == NULL                                        ? "name"
           : r->title == NULL                                     ? "title"
           : r->holds <= HOLDS_UNSAID || r->holds > HOLDS_MATCHES ? "holds"
           : r->extensions == NULL || r->extensions[0] == NULL    ? "extensions"
           : r->sniff == NULL                                     ? "sniff"
           : r->read == NULL                                      ? "read"
                                                                  : NULL;
}

static const char *writer_lacks(const struct exporter *w)
{
    const unsigned scopes = EXPORT_POSITION | EXPORT_GAME | EXPORT_MATCH | EXPORT_MATCHES;
    return w->name == NULL                              ? "name"
           : w->title == NULL                           ? "title"
           : w->extension == NULL                       ? "extension"
           : w->scope == 0 || (w->scope & ~scopes) != 0 ? "scope"
           : w->write == NULL                           ? "write"
                                                        : NULL;
}

TEST(every_reader_has_a_whole_row)
{
    for (size_t i = 0; importers[i] != NULL; i++) {
        const char *lacks = reader_lacks(importers[i]);
        if (lacks != NULL)
            fail_msg("reader %zu (%s) has no .%s", i, importers[i]->name, lacks);
        assert_ptr_equal(importer_find(importers[i]->name), importers[i]); /* no other has its name */
        assert_string_not_equal(holds_names[importers[i]->holds], holds_names[HOLDS_UNSAID]);
    }
}

TEST(every_writer_has_a_whole_row)
{
    for (size_t i = 0; exporters[i] != NULL; i++) {
        const char *lacks = writer_lacks(exporters[i]);
        if (lacks != NULL)
            fail_msg("writer %zu (%s) has no .%s", i, exporters[i]->name, lacks);
        assert_ptr_equal(exporter_find(exporters[i]->name), exporters[i]);
    }
}

TEST(a_field_that_was_forgotten_is_named)
{
    struct importer r = *importers[0];
    r.holds = HOLDS_UNSAID;
    assert_string_equal(reader_lacks(&r), "holds");
    r = *importers[0];
    r.extensions = NULL;
    assert_string_equal(reader_lacks(&r), "extensions");
    struct exporter w = *exporters[0];
    w.scope = 0;
    assert_string_equal(writer_lacks(&w), "scope");
}

TEST_MAIN(NULL, NULL)
