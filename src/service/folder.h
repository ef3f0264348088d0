/* The page that a service hands out (--web FOLDER): the files in the folder, and nothing else. */
#ifndef KIBITZER_SERVICE_FOLDER_H
#define KIBITZER_SERVICE_FOLDER_H

#include "service/sending.h"

bool folder_has(const char *folder, const char *path);
/* False: there is no such file. */
bool folder_answer(const struct addressee *r, const char *folder, const char *path, enum MHD_Result *result);

#endif
