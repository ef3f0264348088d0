/* One roll; see one_roll.h. */
#include "analyze/one_roll.h"

void one_roll_of(const struct engine *e, struct worker *w, const struct position *p, const struct level *l,
                 struct one_roll *out)
{
    struct ranked_plays r = {0};
    struct evaluation v;
    *out = (struct one_roll){.after = p->board};
    if (engine_plays(e, w, p, l, NULL, &r) > 0) {
        out->equity = l->cubeful ? r.at[0].cubeful : r.at[0].cubeless;
        out->play = r.at[0].play;
        out->after = r.at[0].after;
    } else { /* the opponent is on roll and may double: what that is worth after a dance */
        struct position next = *p;
        struct cube_answer c;
        position_pass_turn(&next);
        out->dances = true;
        engine_eval(e, w, &next, l, &v);
        out->equity = engine_cube(e, w, &next, l, &c) ? -c.optimal : -v.cubeful;
    }
    ranked_plays_done(&r);
}
