/* Figures of a service, in the text form that Prometheus reads. */
#ifndef KIBITZER_SERVICE_METRICS_H
#define KIBITZER_SERVICE_METRICS_H

#include "base/strbuf.h"
#include "service/exchange.h"

void metrics_write(struct service *s, struct strbuf *out);

#endif
