/* Keys; see keys.h. */
#include "format/keys.h"

#include <stdlib.h>
#include <sha2.h>
#include <string.h>

#include "format/identity.h"

void bytes_hash(struct span bytes, char out[HASH_LENGTH + 1])
{
    SHA256Data((const uint8_t *)(bytes.length != 0 ? bytes.at : ""), bytes.length, out);
}

void text_key(struct span text, char out[KEY_LENGTH + 1])
{
    char whole[HASH_LENGTH + 1];
    bytes_hash(text, whole);
    memcpy(out, whole, KEY_LENGTH);
    out[KEY_LENGTH] = '\0';
}

static void key_of(struct strbuf *text, char out[KEY_LENGTH + 1])
{
    text_key((struct span){strbuf_text(text), text->length}, out);
    strbuf_done(text);
}

void match_key(const struct match *m, char out[KEY_LENGTH + 1])
{
    struct strbuf text = {0};
    match_identity(m, &text);
    key_of(&text, out);
}

static bool has_dice(const struct match *m)
{
    struct strbuf text = {0};
    int n = 0;
    for (size_t i = 0; i < m->n_games && n == 0; i++)
        n += game_dice(&m->games[i], &text);
    strbuf_done(&text);
    return n > 0;
}

/* Positions have none in common. */
void dice_key(const struct match *m, char out[KEY_LENGTH + 1])
{
    if (!has_dice(m)) {
        match_key(m, out);
        return;
    }
    struct strbuf text = {0};
    match_dice(m, &text);
    key_of(&text, out);
}

void game_key(const struct game *g, char out[KEY_LENGTH + 1])
{
    struct strbuf text = {0};
    const bool enough = game_dice(g, &text) >= OPENING_ROLLS;
    key_of(&text, out);
    if (!enough)
        *out = '\0';
}

void opening_key(const struct match *m, char out[KEY_LENGTH + 1])
{
    struct strbuf text = {0};
    int n = 0;
    strbuf_int(&text, m->length);
    for (size_t i = 0; i < m->n_games && n < OPENING_ROLLS; i++)
        for (size_t k = 0; k < m->games[i].n_events && n < OPENING_ROLLS; k++) {
            const struct event *e = &m->games[i].events[k];
            if (e->kind != EVENT_PLAY && e->kind != EVENT_ROLL)
                continue;
            const int a = e->dice[0], b = e->dice[1];
            strbuf_printf(&text, " %d%d", a > b ? a : b, a > b ? b : a);
            n++;
        }
    key_of(&text, out);
    if (n < OPENING_ROLLS)
        *out = '\0';
}

void analysis_fingerprint(const struct annotation_set *set, char out[KEY_LENGTH + 1])
{
    const char *const words[] = {set->engine, set->version, set->level, set->settings, set->met};
    struct strbuf text = {0};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        strbuf_printf(&text, "%s\n", words[i] != NULL ? words[i] : "-");
    key_of(&text, out);
}

int set_of_fingerprint(const struct match *m, const char *fingerprint)
{
    for (size_t i = m->n_sets; i-- > 0;) {
        char key[KEY_LENGTH + 1];
        analysis_fingerprint(&m->sets[i], key);
        if (strcmp(key, fingerprint) == 0)
            return (int)i;
    }
    return (int)m->n_sets - 1;
}
