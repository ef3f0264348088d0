/* Inputs that are named by URLs: http://, https://, and s3://bucket/key for objects of a store that speaks Amazon's S3.
 *
 * For s3 the credentials are those of AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN; without them
 * requests are not signed. AWS_ENDPOINT_URL names another store than Amazon's, AWS_REGION its region. A key stands in
 * an s3 URL as it is, nothing is escaped; one that ends in a slash, or none, means all objects whose keys begin so. */
#ifndef KIBITZER_URL_H
#define KIBITZER_URL_H

#include "base/diag.h"
#include "base/strbuf.h"
#include "source/http.h"

bool url_is_one(const char *name);
/* Does the URL mean all objects that begin like it? */
bool url_is_folder(const char *url);

/* How much of the URL names an archive, as its ending says: all of it, up to a query, or what stands before the name of
 * a member; 0 = none. */
size_t url_archive(const char *url);

/* The bytes of a document or an object. False after an error in `d`. */
bool url_read(const char *url, const struct http_limits *limits, struct strbuf *out, struct diags *d);

/* Receives the objects that begin like `url`, in the order of their keys. Hidden ones (a part of whose name begins with
 * a dot) are left out. */
struct url_taker {
    void (*take)(struct url_taker *self, const char *url, long long size);
};
/* False after an error in `d`; objects before it were taken. */
bool url_each(const char *url, const struct http_limits *limits, struct url_taker *out, struct diags *d);

#endif
