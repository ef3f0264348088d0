/* Every reader there is; import.c puts them in a table. One line each, so that additions do not meet. */
#ifndef KIBITZER_READERS_H
#define KIBITZER_READERS_H

#include "import/import.h"

extern const struct importer dump_importer;
extern const struct importer sgf_importer;
extern const struct importer xg_importer;
extern const struct importer sgg_importer;
extern const struct importer tmg_importer;
extern const struct importer bgammon_importer;
extern const struct importer party_importer;
extern const struct importer bgroom_importer;
extern const struct importer gnubgtext_importer;
extern const struct importer xgtext_importer;
extern const struct importer ogxm_importer;
extern const struct importer bgf_importer;
extern const struct importer fibsboard_importer;
extern const struct importer idlist_importer;
extern const struct importer pos_importer;
extern const struct importer snowie_importer;
extern const struct importer oldmoves_importer;
extern const struct importer mat_importer;
extern const struct importer gam_importer;
extern const struct importer transcript_importer;

#endif
