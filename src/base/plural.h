/* Which form of words a number takes: the rule that a catalogue has in its head ("plural=n%10==1 && n%100!=11 ? 0 :
 * 1;"), in C's syntax. */
#ifndef KIBITZER_PLURAL_H
#define KIBITZER_PLURAL_H

/* 0 where the rule is none. */
unsigned long plural_form(const char *rule, unsigned long n);

#endif
