/* The order of names and terms for a reader: by the rules of the current language (language.h), whatever the system
 * has. The facts are those of Unicode's collation (CLDR 44, root and the tailorings of our languages; Unicode licence),
 * put into small tables: letters first, then accents, then capitals, then bytes. */
#ifndef KIBITZER_COLLATE_H
#define KIBITZER_COLLATE_H

/* As strcmp() answers. Equal texts alone are equal. */
int collate(const char *a, const char *b);
int collate_in(const char *language, const char *a, const char *b); /* of that code */

#endif
