/* What is analysed, and how deeply, as the command line asks for it. */
#ifndef KIBITZER_ANALYSING_H
#define KIBITZER_ANALYSING_H

#include "analyze/analyze.h"
#include "cli/options.h"

/* Rows for the options of `kibitzer analyze`; the level is LEVEL_OPTION's. */
/* clang-format off */
#define ANALYSING_OPTIONS \
    {"thresholds", 0, "WHICH", "gnubg", \
     "when errors are marked doubtful, bad, very bad (EMG): gnubg\n" \
     "0.03,0.06,0.12; gnubg-classic 0.04,0.08,0.16; xg 0.02,0.08;\n" \
     "or three numbers a,b,c"}, \
    {"luck-thresholds", 0, "A,B", "0.3,0.6", "when rolls are marked lucky, very lucky (EMG)"}, \
    {"parts", 0, "PARTS", "plays,cube,luck", "analyse only these parts"}, \
    {"analyze-player", 0, "NAME", NULL, "analyse only this player's plays and cube actions"}, \
    {"cube-level", 0, "LEVEL", NULL, "how deep cube decisions go, and luck [--level; 2ply with 1ply]"}, \
    {"luck-level", 0, "LEVEL", NULL, "how deep luck is measured; a ply more than the rest takes 7 to 9 times\n" \
                                     "as long in all [--cube-level]"}, \
    {"filter", 0, "FILTERS", NULL, "which plays are searched more deeply, for each depth from 0 on:\n" \
                                   "EXTRA,THRESHOLD keeps up to EXTRA that lose at most THRESHOLD (EMG);\n" \
                                   "ACCEPT,EXTRA,THRESHOLD always keeps the first ACCEPT as well;\n" \
                                   "- passes all on; \"/\" between depths. 2ply has 12,0.24/5,0.06.\n" \
                                   "GNU Backgammon's tiny, narrow, normal, large, huge by name"}
/* clang-format on */

/* Reads them; false after a message. A level that is not known is left to thinking_begin(). */
bool analysing_read(struct analysis_options *o, const struct args *a);

/* Of player `who` alone; NOBODY = of neither. */
void analysing_only(struct analysis_options *o, int who);

/* The options for a match: --analyze-player means one of its players, or nobody. */
struct analysis_options analysing_for(const struct analysis_options *o, const struct args *a, const struct match *m);

#endif
