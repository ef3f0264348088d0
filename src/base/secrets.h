/* Secrets in URLs: whoever names one on a command line does not want it in messages, reports and
 * collections. */
#ifndef KIBITZER_SECRETS_H
#define KIBITZER_SECRETS_H

#include <stdbool.h>

/* Puts *** in the place of each secret in the URLs that `text` names; it gets no longer. Secrets are who logs in at a
 * web server or a store, the password of other logins, and parameters whose names speak of a key, a token, a signature.
 */
void secrets_mask(char *text);

/* Does this URL contain a login? */
bool url_has_login(const char *url);

#endif
