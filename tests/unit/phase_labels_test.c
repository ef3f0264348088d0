/* How often the rules for phases and plans say what a human said of the board: tests/labels/positions.tsv. */
#include "support/assertions.h"

#include <stdio.h>
#include <string.h>

#include "match/phase.h"
#include "format/posid.h"

struct agreement {
    int n, phases, plans;
};

static void compare(struct agreement *a, const char *id, const char *phase, const char *plan)
{
    struct board b;
    const char *problem;
    size_t fault;
    assert_true(position_id_read(span_of(id), &b, &problem, &fault));
    a->n++;
    a->phases += strcmp(phase_name(phase_of(&b, VARIANT_BACKGAMMON)), phase) == 0;
    a->plans += strcmp(plan_name(plan_of(&b, VARIANT_BACKGAMMON)), plan) == 0;
}

static struct agreement of_file(const char *path)
{
    struct agreement a = {0, 0, 0};
    char line[256], id[32], phase[32], plan[64];
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    while (fgets(line, sizeof line, f) != NULL)
        if (line[0] != '#') {
            assert_int_equal(sscanf(line, "%31[^\t]\t%31[^\t]\t%63[^\n]", id, phase, plan), 3);
            compare(&a, id, phase, plan);
        }
    fclose(f);
    return a;
}

/* The figures that were measured when the labels were made; a rule that changes shall not agree less often. */
TEST(the_rules_agree_with_labels_as_often_as_measured)
{
    const struct agreement a = of_file("tests/labels/positions.tsv");
    assert_int_equal(a.n, 200);
    assert_true(a.phases >= 194);
    assert_true(a.plans >= 180);
}

TEST_MAIN(NULL, NULL)
