/* Rules of plural forms; see plural.h. Operators by how tightly they bind; all operands are computed, as no rule
 * divides by nought and `%` takes care of it. */
#include "base/plural.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

struct rule {
    const char *at;
    unsigned long n;
};

static const struct operator
{
    const char *sign;
    int rank; /* the higher, the tighter */
}
operators[] = {{"||", 0}, {"&&", 1}, {"==", 2}, {"!=", 2}, {"<=", 3}, {">=", 3}, {"<", 3},
               {">", 3},  {"+", 4},  {"-", 4},  {"*", 5},  {"/", 5},  {"%", 5}};

enum { OPERATORS = sizeof operators / sizeof *operators };

static unsigned long choice(struct rule *r);

static void skip_blanks(struct rule *r)
{
    r->at += strspn(r->at, " \t");
}

static bool take(struct rule *r, const char *sign)
{
    skip_blanks(r);
    const size_t length = strlen(sign);
    if (strncmp(r->at, sign, length) != 0)
        return false;
    r->at += length;
    return true;
}

static unsigned long operand(struct rule *r)
{
    unsigned long value = 0;
    if (take(r, "!"))
        return operand(r) == 0;
    if (take(r, "(")) {
        value = choice(r);
        (void)take(r, ")");
        return value;
    }
    if (take(r, "n"))
        return r->n;
    for (; *r->at >= '0' && *r->at <= '9'; r->at++)
        value = 10 * value + (unsigned long)(*r->at - '0');
    return value;
}

static unsigned long apply(const struct operator* o, unsigned long a, unsigned long b)
{
    switch (o->sign[0]) {
    case '|':
        return a != 0 || b != 0;
    case '&':
        return a != 0 && b != 0;
    case '=':
        return a == b;
    case '!':
        return a != b;
    case '<':
        return o->sign[1] == '=' ? a <= b : a < b;
    case '>':
        return o->sign[1] == '=' ? a >= b : a > b;
    case '+':
        return a + b;
    case '-':
        return a - b;
    case '*':
        return a * b;
    case '/':
        return b != 0 ? a / b : 0;
    default:
        return b != 0 ? a % b : 0;
    }
}

/* What binds at least as tightly as `rank`. */
static unsigned long chain(struct rule *r, int rank)
{
    unsigned long value = rank < 6 ? chain(r, rank + 1) : operand(r);
    for (size_t i = 0; i < OPERATORS;)
        if (operators[i].rank == rank && take(r, operators[i].sign)) {
            value = apply(&operators[i], value, chain(r, rank + 1));
            i = 0;
        } else {
            i++;
        }
    return value;
}

static unsigned long choice(struct rule *r)
{
    const unsigned long asked = chain(r, 0);
    if (!take(r, "?"))
        return asked;
    const unsigned long yes = choice(r);
    (void)take(r, ":");
    const unsigned long no = choice(r);
    return asked != 0 ? yes : no;
}

unsigned long plural_form(const char *rule, unsigned long n)
{
    struct rule r = {rule, n};
    return choice(&r);
}
