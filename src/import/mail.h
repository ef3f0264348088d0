/* Mails as they were sent. */
#ifndef KIBITZER_MAIL_H
#define KIBITZER_MAIL_H

#include <stdbool.h>

#include "base/diag.h"
#include "base/span.h"
#include "base/strbuf.h"

/* Appends a mail whose heads say that parts of it are encoded (Content-Transfer-Encoding, RFC 2045, 6.7 and 6.8:
 * quoted-printable, base64), with these parts as they were written; line feeds at their ends keep the number of lines.
 * What is not text is left out with an error. False if no head says so; then nothing was appended. */
bool mail_decode(struct span text, struct strbuf *out, struct diags *d);

#endif
