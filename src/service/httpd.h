/* libmicrohttpd, loaded when a service begins: http.name is its function MHD_name. */
#ifndef KIBITZER_SERVICE_HTTPD_H
#define KIBITZER_SERVICE_HTTPD_H

#include <microhttpd.h>
#include <stdbool.h>

#define HTTPD_FUNCTIONS(F)                                                                                             \
    F(start_daemon)                                                                                                    \
    F(quiesce_daemon)                                                                                                  \
    F(stop_daemon)                                                                                                     \
    F(get_connection_info)                                                                                             \
    F(get_connection_values_n)                                                                                         \
    F(lookup_connection_value)                                                                                         \
    F(queue_response)                                                                                                  \
    F(create_response_from_buffer)                                                                                     \
    F(create_response_from_buffer_with_free_callback_cls)                                                              \
    F(create_response_from_callback)                                                                                   \
    F(create_response_from_fd64)                                                                                       \
    F(add_response_header)                                                                                             \
    F(destroy_response)                                                                                                \
    F(suspend_connection)                                                                                              \
    F(resume_connection)

extern struct httpd {
#define HTTPD_POINTER(name) __typeof__(MHD_##name) *name;
    HTTPD_FUNCTIONS(HTTPD_POINTER)
} http;

/* False: it is not there; *why says so. */
bool httpd_load(const char **why);

#endif
