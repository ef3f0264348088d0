/* Every reader there is; import.c puts them in a table. */
#ifndef KIBITZER_READERS_H
#define KIBITZER_READERS_H

#include "import/import.h"

extern const struct importer mat_importer, gam_importer;
extern const struct importer xg_importer, sgg_importer, tmg_importer, party_importer, bgroom_importer, xgtext_importer;

#endif
