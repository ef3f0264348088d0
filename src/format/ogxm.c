/* Records of OGXM; see ogxm.h. Every length is checked against the piece that holds it. */
#include "format/ogxm.h"

#include <inttypes.h>
#include <math.h>
#include <sha256.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/utf8.h"

/* ---- primitives ---- */

struct ogxm_in ogxm_in(struct span s)
{
    return (struct ogxm_in){.b = {.data = s}};
}

const char *ogxm_problem(const struct ogxm_in *in)
{
    return in->problem != NULL ? in->problem : in->b.overrun ? W_("it runs over its end") : NULL;
}

bool ogxm_more(const struct ogxm_in *in)
{
    return ogxm_problem(in) == NULL && in->b.at < in->b.data.length;
}

static void fault(struct ogxm_in *in, const char *problem)
{
    if (ogxm_problem(in) == NULL)
        in->problem = problem;
}

uint64_t ogxm_varint(struct ogxm_in *in, int bits)
{
    uint64_t value = 0;
    for (int shift = 0;; shift += 7) {
        const uint64_t byte = bytes_u8(&in->b), low = byte & 127;
        if (shift >= bits || (bits - shift < 7 && low >> (bits - shift) != 0)) {
            fault(in, W_("a number is too large"));
            return 0;
        }
        value |= low << shift;
        if (byte < 128) {
            if (byte == 0 && shift > 0)
                fault(in, W_("a number is longer than it has to be"));
            return value;
        }
    }
}

static struct span ogxm_string(struct ogxm_in *in)
{
    const struct span s = bytes_take(&in->b, (size_t)ogxm_varint(in, 32));
    if (memchr(s.at, 0, s.length) != NULL)
        fault(in, W_("a text holds a zero"));
    else if (!utf8_valid(s))
        fault(in, W_("a text is not UTF-8"));
    return s;
}

/* ---- fields ---- */

static void skip_list(struct ogxm_in *in, const struct ogxm_field *f)
{
    struct ogxm_record inner;
    for (uint64_t n = ogxm_varint(in, 32); n > 0 && ogxm_problem(in) == NULL; n--)
        if (f->form == OGXM_LIST)
            ogxm_varint(in, 32);
        else if (f->form == OGXM_RECORDS)
            ogxm_record(in, f->of, &inner);
        else
            bytes_skip(&in->b, f->form == OGXM_STEPS ? 1 : 16);
}

static void skip_field(struct ogxm_in *in, const struct ogxm_field *f)
{
    static const int sizes[] = {
        [OGXM_BYTE] = 1,           [OGXM_2_BYTES] = 2,   [OGXM_4_BYTES] = 4, [OGXM_8_BYTES] = 8,
        [OGXM_PROBABILITIES] = 10, [OGXM_16_BYTES] = 16, [OGXM_BOARD] = 26,  [OGXM_32_BYTES] = 32};
    struct ogxm_record inner;
    switch (f->form) {
    case OGXM_FLAG:
        break;
    case OGXM_VARINT:
    case OGXM_VARINT64:
        ogxm_varint(in, f->form == OGXM_VARINT ? 32 : 64);
        break;
    case OGXM_STRING:
        ogxm_string(in);
        break;
    case OGXM_PAIR:
        ogxm_varint(in, 32);
        ogxm_varint(in, 32);
        break;
    case OGXM_RECORD:
        ogxm_record(in, f->of, &inner);
        break;
    case OGXM_STEPS:
    case OGXM_LIST:
    case OGXM_LIST_16:
    case OGXM_RECORDS:
        skip_list(in, f);
        break;
    default:
        bytes_skip(&in->b, (size_t)sizes[f->form]);
    }
}

static struct span take_field(struct ogxm_in *in, const struct ogxm_field *f)
{
    const size_t from = in->b.at;
    skip_field(in, f);
    return span_sub(in->b.data, from, in->b.at - from);
}

static bool take_fields(struct ogxm_in *in, struct ogxm_record *out)
{
    const struct ogxm_layout *l = out->layout;
    out->mask = ogxm_varint(in, 64);
    for (int i = 0; i < l->n_must; i++)
        out->must[i] = take_field(in, &l->must[i]);
    for (int i = 0; i < l->n_may; i++)
        if (ogxm_has(out, i))
            out->may[i] = take_field(in, &l->may[i]);
    out->rest = span_sub(in->b.data, in->b.at, in->b.data.length);
    const bool unknown = out->mask >> l->n_may != 0;
    if (out->rest.length > 0 && !unknown)
        fault(in, W_("a record holds more than its fields"));
    return ogxm_problem(in) == NULL;
}

bool ogxm_record_within(struct span s, const struct ogxm_layout *layout, struct ogxm_record *out, const char **problem)
{
    struct ogxm_in in = ogxm_in(s);
    *out = (struct ogxm_record){.layout = layout};
    const bool good = take_fields(&in, out);
    *problem = ogxm_problem(&in);
    return good;
}

bool ogxm_record(struct ogxm_in *in, const struct ogxm_layout *layout, struct ogxm_record *out)
{
    const char *problem = NULL;
    const struct span s = bytes_take(&in->b, (size_t)ogxm_varint(in, 32));
    if (ogxm_problem(in) != NULL || !ogxm_record_within(s, layout, out, &problem)) {
        fault(in, problem != NULL ? problem : ogxm_problem(in));
        return false;
    }
    return true;
}

bool ogxm_has(const struct ogxm_record *r, int bit)
{
    return r->mask >> bit & 1;
}

uint64_t ogxm_number(struct span field)
{
    struct ogxm_in in = ogxm_in(field);
    return ogxm_varint(&in, 64);
}

int ogxm_small_number(const struct ogxm_record *r, int bit, int otherwise)
{
    const uint64_t n = ogxm_has(r, bit) ? ogxm_number(r->may[bit]) : (uint64_t)otherwise;
    return n < OGXM_SMALL ? (int)n : OGXM_SMALL;
}

float ogxm_equity(struct span field)
{
    struct bytes b = {.data = field};
    return (float)((double)bytes_i32(&b) / 1e6);
}

struct span ogxm_words(struct span field)
{
    struct ogxm_in in = ogxm_in(field);
    return ogxm_string(&in);
}

/* ---- as text ---- */

void ogxm_put_hex(struct strbuf *out, struct span bytes)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < bytes.length; i++) {
        strbuf_putc(out, digits[(unsigned char)bytes.at[i] >> 4]);
        strbuf_putc(out, digits[bytes.at[i] & 15]);
    }
}

bool ogxm_hex(const char *text, struct strbuf *out)
{
    for (; text[0] != '\0' && text[1] != '\0'; text += 2) {
        if (hex_digit(text[0]) < 0 || hex_digit(text[1]) < 0)
            return false;
        strbuf_putc(out, (char)(hex_digit(text[0]) << 4 | hex_digit(text[1])));
    }
    return text[0] == '\0';
}

void ogxm_field_text(const struct ogxm_field *f, struct span field, struct strbuf *out)
{
    if (f->form == OGXM_VARINT || f->form == OGXM_VARINT64)
        strbuf_printf(out, "%" PRIu64, ogxm_number(field));
    else if (f->form == OGXM_STRING)
        strbuf_add(out, ogxm_words(field).at, ogxm_words(field).length);
    else if (f->form == OGXM_FLAG)
        strbuf_puts(out, "yes");
    else
        ogxm_put_hex(out, field);
}

bool ogxm_field_of_text(const struct ogxm_field *f, const char *text, struct strbuf *out)
{
    const size_t from = out->length;
    if (f->form == OGXM_VARINT || f->form == OGXM_VARINT64)
        ogxm_put_varint(out, strtoull(text, NULL, 10));
    else if (f->form == OGXM_STRING)
        ogxm_put_string(out, span_of(text));
    else if (f->form != OGXM_FLAG && !ogxm_hex(text, out))
        return false;
    struct ogxm_in in = ogxm_in((struct span){strbuf_text(out) + from, out->length - from});
    skip_field(&in, f);
    return ogxm_problem(&in) == NULL && in.b.at == in.b.data.length;
}

/* ---- layouts ---- */

#define N(array) ((int)(sizeof(array) / sizeof *(array)))
#define LAYOUT(variable, word, must_, may_)                                                                            \
    const struct ogxm_layout variable = {.name = word, .n_must = N(must_), .n_may = N(may_), .must = must_, .may = may_}
#define LAYOUT_WITHOUT_MUST(variable, word, may_)                                                                      \
    const struct ogxm_layout variable = {.name = word, .n_may = N(may_), .may = may_}

static const struct ogxm_field player_may[] = {{"user_id", OGXM_STRING, NULL},
                                               {"rating", OGXM_VARINT, NULL},
                                               {"rating_system", OGXM_STRING, NULL},
                                               {"country", OGXM_STRING, NULL},
                                               {"kind", OGXM_VARINT, NULL}};
static LAYOUT_WITHOUT_MUST(player, "player", player_may);

static const struct ogxm_field match_must[] = {{"match_length", OGXM_VARINT, NULL}, {"variant", OGXM_VARINT, NULL}};
static const struct ogxm_field match_may[] = {
    {"white_name", OGXM_STRING, NULL},
    {"black_name", OGXM_STRING, NULL},
    {"rules", OGXM_VARINT, NULL},
    {"cube_limit", OGXM_VARINT, NULL},
    {"score_start", OGXM_PAIR, NULL},
    {"score_final", OGXM_PAIR, NULL},
    {"result", OGXM_VARINT, NULL},
    {"source", OGXM_VARINT, NULL},
    {"started_at", OGXM_VARINT64, NULL},
    {"completed_at", OGXM_VARINT64, NULL},
    {"player_seat", OGXM_VARINT, NULL},
    {"crawford_before_start", OGXM_FLAG, NULL},
    {"event", OGXM_STRING, NULL},
    {"event_year", OGXM_VARINT, NULL},
    {"date_precision", OGXM_VARINT, NULL},
    {"stage", OGXM_STRING, NULL},
    {"round", OGXM_VARINT, NULL},
    {"table", OGXM_STRING, NULL},
    {"city", OGXM_STRING, NULL},
    {"country", OGXM_STRING, NULL},
    {"event_url", OGXM_STRING, NULL},
    {"site", OGXM_STRING, NULL},
    {"match_ref", OGXM_STRING, NULL},
    {"white_player", OGXM_RECORD, &player},
    {"black_player", OGXM_RECORD, &player},
    {"rated", OGXM_FLAG, NULL},
};
LAYOUT(ogxm_match, "match", match_must, match_may);

static const struct ogxm_field game_may[] = {
    {"winner", OGXM_VARINT, NULL},       {"points_won", OGXM_VARINT, NULL},   {"is_last_game", OGXM_FLAG, NULL},
    {"initial_board", OGXM_BOARD, NULL}, {"initial_cube", OGXM_VARINT, NULL}, {"initial_owner", OGXM_VARINT, NULL},
    {"auto_doubles", OGXM_VARINT, NULL}, {"termination", OGXM_VARINT, NULL},
};
LAYOUT_WITHOUT_MUST(ogxm_game, "game", game_may);

static const struct ogxm_field extra_may[] = {
    {"dice", OGXM_2_BYTES, NULL}, {"resign_value", OGXM_VARINT, NULL},  {"cube_value", OGXM_VARINT, NULL},
    {"illegal", OGXM_FLAG, NULL}, {"settle_value", OGXM_4_BYTES, NULL}, {"steps", OGXM_STEPS, NULL},
    {"board", OGXM_BOARD, NULL},  {"action", OGXM_VARINT, NULL},        {"cube_owner", OGXM_VARINT, NULL},
};
LAYOUT_WITHOUT_MUST(ogxm_extras, "extras", extra_may);

static const struct ogxm_field rollout_may[] = {
    {"trials", OGXM_VARINT, NULL},       {"truncation_depth", OGXM_VARINT, NULL},
    {"move_ply", OGXM_VARINT, NULL},     {"variance_reduction", OGXM_VARINT, NULL},
    {"seed", OGXM_8_BYTES, NULL},        {"budget_ms", OGXM_VARINT, NULL},
    {"match_policy", OGXM_VARINT, NULL},
};
LAYOUT_WITHOUT_MUST(ogxm_rollout, "rollout", rollout_may);

static const struct ogxm_field level_may[] = {{"preset", OGXM_STRING, NULL},
                                              {"checker_ply", OGXM_VARINT, NULL},
                                              {"cube_ply", OGXM_VARINT, NULL},
                                              {"rollout", OGXM_RECORD, &ogxm_rollout},
                                              {"no_rollout", OGXM_FLAG, NULL}};
LAYOUT_WITHOUT_MUST(ogxm_level, "level", level_may);

static const struct ogxm_field dials_may[] = {
    {"jacoby_resolved", OGXM_FLAG, NULL},
    {"jacoby_mode", OGXM_VARINT, NULL},
    {"cube_limit_resolved", OGXM_VARINT, NULL},
    {"cube_limit_mode", OGXM_VARINT, NULL},
    {"exact_bearoff", OGXM_FLAG, NULL},
    {"race_order", OGXM_FLAG, NULL},
    {"top_deep", OGXM_FLAG, NULL},
    {"top_deep_threshold", OGXM_4_BYTES, NULL},
    {"rollout_budget_on", OGXM_FLAG, NULL},
    {"cube_rule", OGXM_VARINT, NULL},
    {"top_deep_keep", OGXM_VARINT, NULL},
    {"top_deep_accept", OGXM_VARINT, NULL},
};
static LAYOUT_WITHOUT_MUST(dials, "dials", dials_may);

static const struct ogxm_field analysis_must[] = {{"analysis_id", OGXM_16_BYTES, NULL}};
static const struct ogxm_field analysis_may[] = {
    {"match_digest", OGXM_32_BYTES, NULL}, {"producer", OGXM_VARINT, NULL},         {"level", OGXM_RECORD, &ogxm_level},
    {"complete", OGXM_FLAG, NULL},         {"coverage", OGXM_LIST, NULL},           {"model_id", OGXM_STRING, NULL},
    {"model_name", OGXM_STRING, NULL},     {"model_digest", OGXM_32_BYTES, NULL},   {"engine_build", OGXM_STRING, NULL},
    {"currency", OGXM_VARINT, NULL},       {"cube_efficiency", OGXM_2_BYTES, NULL}, {"met_id", OGXM_STRING, NULL},
    {"tables", OGXM_STRING, NULL},         {"dials", OGXM_RECORD, &dials},          {"started_at", OGXM_VARINT64, NULL},
    {"completed_at", OGXM_VARINT64, NULL}, {"duration_ms", OGXM_VARINT, NULL},      {"sources", OGXM_LIST_16, NULL},
};
LAYOUT(ogxm_analysis, "analysis", analysis_must, analysis_may);

static const struct ogxm_field alternative_must[] = {{"steps", OGXM_STEPS, NULL}, {"equity", OGXM_4_BYTES, NULL}};
static const struct ogxm_field alternative_may[] = {{"probs", OGXM_PROBABILITIES, NULL},
                                                    {"level", OGXM_RECORD, &ogxm_level},
                                                    {"is_played", OGXM_FLAG, NULL},
                                                    {"rollout_se", OGXM_4_BYTES, NULL},
                                                    {"cubeless_equity", OGXM_4_BYTES, NULL}};
LAYOUT(ogxm_alternative, "alternative", alternative_must, alternative_may);

static const struct ogxm_field checker_must[] = {{"ply", OGXM_VARINT, NULL}, {"kind", OGXM_VARINT, NULL}};
static const struct ogxm_field checker_may[] = {
    {"alternatives", OGXM_RECORDS, &ogxm_alternative},
    {"alternatives_total", OGXM_VARINT, NULL},
    {"best_equity", OGXM_4_BYTES, NULL},
    {"equity_loss", OGXM_4_BYTES, NULL},
    {"level", OGXM_RECORD, &ogxm_level},
    {"rollouts_done", OGXM_VARINT, NULL},
    {"deep_searched", OGXM_VARINT, NULL},
    {"position_tags", OGXM_VARINT, NULL},
    {"producer_ref", OGXM_VARINT, NULL},
    {"source_band", OGXM_VARINT, NULL},
};
static const struct ogxm_field cube_must[] = {
    {"ply", OGXM_VARINT, NULL}, {"kind", OGXM_VARINT, NULL}, {"verdict", OGXM_VARINT, NULL}};
static const struct ogxm_field cube_may[] = {
    {"no_double", OGXM_4_BYTES, NULL},          {"double_take", OGXM_4_BYTES, NULL},
    {"double_pass", OGXM_4_BYTES, NULL},        {"probs", OGXM_PROBABILITIES, NULL},
    {"equity_loss", OGXM_4_BYTES, NULL},        {"take_point", OGXM_2_BYTES, NULL},
    {"window_searched", OGXM_FLAG, NULL},       {"level", OGXM_RECORD, &ogxm_level},
    {"is_optional", OGXM_FLAG, NULL},           {"is_free_cube", OGXM_FLAG, NULL},
    {"cubeful_take_value", OGXM_4_BYTES, NULL}, {"currency", OGXM_VARINT, NULL},
    {"producer_ref", OGXM_VARINT, NULL},
};
static const struct ogxm_field resign_may[] = {
    {"correct_value", OGXM_VARINT, NULL},      {"resign_error", OGXM_4_BYTES, NULL},
    {"take_resign_error", OGXM_4_BYTES, NULL}, {"probs", OGXM_PROBABILITIES, NULL},
    {"equity_loss", OGXM_4_BYTES, NULL},       {"level", OGXM_RECORD, &ogxm_level},
    {"producer_ref", OGXM_VARINT, NULL},
};
static const struct ogxm_field luck_must[] = {
    {"ply", OGXM_VARINT, NULL}, {"kind", OGXM_VARINT, NULL}, {"luck", OGXM_4_BYTES, NULL}};
static const struct ogxm_field luck_may[] = {{"level", OGXM_RECORD, &ogxm_level}, {"producer_ref", OGXM_VARINT, NULL}};
static LAYOUT(checker, "checker", checker_must, checker_may);
static LAYOUT(cube, "cube", cube_must, cube_may);
static LAYOUT(resign, "resign", checker_must, resign_may);
static LAYOUT(luck, "luck", luck_must, luck_may);

static const struct ogxm_field drawing_must[] = {{"shape", OGXM_VARINT, NULL}, {"at", OGXM_BYTE, NULL}};
static const struct ogxm_field drawing_may[] = {{"to", OGXM_BYTE, NULL}, {"color", OGXM_VARINT, NULL}};
static LAYOUT(drawing, "drawing", drawing_must, drawing_may);
static const struct ogxm_field note_must[] = {
    {"scope", OGXM_VARINT, NULL}, {"ref", OGXM_VARINT, NULL}, {"value", OGXM_STRING, NULL}};
static const struct ogxm_field note_may[] = {
    {"key", OGXM_STRING, NULL},           {"kind", OGXM_VARINT, NULL},          {"alt_index", OGXM_VARINT, NULL},
    {"lang", OGXM_STRING, NULL},          {"author", OGXM_STRING, NULL},        {"at", OGXM_VARINT64, NULL},
    {"drawings", OGXM_RECORDS, &drawing}, {"analysis_id", OGXM_16_BYTES, NULL},
};
LAYOUT(ogxm_note, "annotation", note_must, note_may);

static const struct ogxm_field sum_must[] = {{"algorithm", OGXM_VARINT, NULL}, {"digest", OGXM_STEPS, NULL}};
const struct ogxm_layout ogxm_sum = {.name = "checksum", .n_must = N(sum_must), .must = sum_must};
static const struct ogxm_field signature_may[] = {{"key_id", OGXM_STRING, NULL},
                                                  {"public_key", OGXM_STEPS, NULL},
                                                  {"signed_at", OGXM_VARINT64, NULL},
                                                  {"covers", OGXM_VARINT, NULL}};
const struct ogxm_layout ogxm_signature = {
    .name = "signature", .n_must = N(sum_must), .n_may = 2, .must = sum_must, .may = signature_may};
LAYOUT(ogxm_match_signature, "signature", sum_must, signature_may);

const struct ogxm_layout *ogxm_decision(uint64_t kind)
{
    static const struct ogxm_layout *const layouts[OGXM_KINDS] = {
        [OGXM_CHECKER] = &checker, [OGXM_CUBE] = &cube, [OGXM_RESIGN] = &resign, [OGXM_LUCK] = &luck};
    return kind < OGXM_KINDS ? layouts[kind] : NULL;
}

/* ---- writing ---- */

void ogxm_put_varint(struct strbuf *to, uint64_t value)
{
    for (; value >= 128; value >>= 7)
        strbuf_putc(to, (char)(value | 128));
    strbuf_putc(to, (char)value);
}

void ogxm_put_bytes(struct strbuf *to, uint64_t value, int n)
{
    for (; n > 0; n--, value >>= 8)
        strbuf_putc(to, (char)value);
}

void ogxm_put_string(struct strbuf *to, struct span text)
{
    ogxm_put_varint(to, text.length);
    strbuf_add(to, text.at, text.length);
}

void ogxm_put_equity(struct strbuf *to, float value)
{
    const double most = 2000;
    const double held = fmax(-most, fmin(most, (double)value));
    ogxm_put_bytes(to, (uint64_t)(int64_t)lround(held * 1e6), 4);
}

struct strbuf *ogxm_bit(struct ogxm_out *r, int bit)
{
    r->mask |= (uint64_t)1 << bit;
    return &r->may;
}

void ogxm_put_record(struct strbuf *to, struct ogxm_out *r)
{
    struct strbuf mask = {0};
    ogxm_put_varint(&mask, r->mask);
    ogxm_put_varint(to, mask.length + r->must.length + r->may.length);
    strbuf_add(to, strbuf_text(&mask), mask.length);
    strbuf_add(to, strbuf_text(&r->must), r->must.length);
    strbuf_add(to, strbuf_text(&r->may), r->may.length);
    strbuf_done(&mask);
    strbuf_done(&r->must);
    strbuf_done(&r->may);
    *r = (struct ogxm_out){0};
}

void ogxm_merge(struct ogxm_out *to, const struct ogxm_record *nearer, const struct ogxm_record *other)
{
    const int known = nearer->layout->n_may;
    for (int bit = 0; bit < known; bit++) {
        const struct ogxm_record *from = ogxm_has(nearer, bit) ? nearer : other;
        if (ogxm_has(from, bit))
            strbuf_add(ogxm_bit(to, bit), from->may[bit].at, from->may[bit].length);
    }
    const struct ogxm_record *rest = nearer->mask >> known != 0 ? nearer : other;
    to->mask |= rest->mask >> known << known;
    strbuf_add(&to->may, rest->rest.at, rest->rest.length);
}

void ogxm_put_section(struct strbuf *to, const char type[4], int flags, struct span payload)
{
    strbuf_add(to, type, 4);
    ogxm_put_bytes(to, payload.length, 4);
    strbuf_putc(to, (char)flags);
    strbuf_add(to, payload.at, payload.length);
}

void ogxm_digest(struct span a, struct span b, char out[OGXM_DIGEST + 1])
{
    SHA2_CTX sum;
    SHA256Init(&sum);
    if (a.length > 0)
        SHA256Update(&sum, (const uint8_t *)a.at, a.length);
    if (b.length > 0)
        SHA256Update(&sum, (const uint8_t *)b.at, b.length);
    SHA256End(&sum, out);
}
