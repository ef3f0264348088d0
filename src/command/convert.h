/* Files into other formats: `convert`, and what else ends in that. */
#ifndef KIBITZER_BATCH_CONVERT_H
#define KIBITZER_BATCH_CONVERT_H

#include "base/command.h"
#include "source/inputs.h"
#include "storage/named.h"
#include "command/select.h"
#include "export/export.h"
#include "export/shown_options.h"
#include "match/said_options.h"

struct convert_options {
    const struct exporter *to; /* NULL = as the output's name says */
    const char *folder; /* --out: one output per input goes here */
    const char *name; /* pattern of names there, or NULL */
    struct option_texts join; /* other files with the same matches */
    struct selection selection;
    struct input_options input;
    struct match_said said;
    struct report_options report;
    bool json; /* --to json in another word */
};

/* The command: an input and an output ("-" = what is printed), or many inputs and a folder. */
int convert_run(const void *options, const char *const *input, size_t n);

#endif
