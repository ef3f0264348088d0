/* What the files of pages share. */
#ifndef KIBITZER_PAGES_PRIVATE_H
#define KIBITZER_PAGES_PRIVATE_H

#include "pages/pages.h"

#define PLAYERS_FOLDER "players"

/* A key of the options given that change pages, of the program's version, and of `more`. */
void pages_settings(const struct pages *p, const char *more, char out[KEY_LENGTH + 1]);

/* Pages are written as HTML: then there are pages of players too. */
bool pages_have_players(const struct pages *p);
/* Appends the path of a player's page from the folder of reports, whether there is one or not. */
void pages_player_path(const char *person, struct strbuf *out);
/* Writes the pages of players that are not there as they would be now. Call with the lock of `c` held. */
bool pages_players(const struct pages *p, struct collection *c);

/* "../" for each folder that a page of this path lies in. */
void pages_way_up(const char *page, struct strbuf *out);

/* Leads from the page of each match to its neighbours. Call with the lock held. False after a message. */
bool pages_link(const struct pages *p, struct collection *c);

#endif
