/* Weights in float: how they begin, within which bounds they stay, and how they become integers. */
#include "train.h"

#include <math.h>
#include <string.h>

static float around_zero(struct rng *r, float spread)
{
    return (rng_unit(r) + rng_unit(r) - 1.0f) * spread;
}

static void fill(float *at, size_t n, struct rng *r, float spread)
{
    for (size_t i = 0; i < n; i++)
        at[i] = around_zero(r, spread);
}

#define COUNT(array) (sizeof(array) / sizeof(float))

void params_start(struct params *p, struct rng *r)
{
    memset(p, 0, sizeof *p);
    for (int i = 0; i < NET_UNITS; i += NET_GROUP) { /* the rows of gates begin at zero: all are open */
        const int at = value_of_unit(i);
        for (int k = 0; k < NET_ROWS; k++)
            fill(p->row[k] + at, NET_GROUP, r, 0.12f);
        for (int f = 0; f < NET_FEATURES && at < NET_FED; f++)
            fill(p->feature[f] + at, NET_GROUP, r, 0.15f);
        for (int k = 0; k < NET_GROUP; k++) {
            p->bias1[at + k] = 0.3f;
            p->bias1[at + NET_GROUP + k] = 1.0f;
        }
    }
    fill(p->w2[0], COUNT(p->w2), r, 0.2f);
    for (int j = 0; j < NET_H2; j++)
        for (int o = 0; o < OUTPUTS; o++)
            p->w3[j][o] = around_zero(r, 0.25f);
    fill(p->deep[0], COUNT(p->deep), r, 0.15f); /* the third layer has no say at first: w4 is zero */
    p->bias3[1] = p->bias3[3] = -1.5f;
    p->bias3[2] = p->bias3[4] = -4.0f;
}

static bool has_say(const struct params *p, int unit)
{
    for (int o = 0; o < OUTPUTS; o++)
        if (p->w4[unit][o] != 0.0f)
            return true;
    return false;
}

void params_wake(struct params *p, struct rng *r)
{
    for (int i = 0; i < NET_H3; i++)
        for (int j = 0; j < NET_H2 && !has_say(p, i); j++)
            p->deep[j][i] = around_zero(r, 0.15f);
}

static void clip(float *at, size_t n, float most)
{
    for (size_t i = 0; i < n; i++)
        at[i] = at[i] > most ? most : at[i] < -most ? -most : at[i];
}

void params_clip(struct params *p)
{
    clip(p->row[0], COUNT(p->row), ROW_CLIP);
    clip(p->bias1, COUNT(p->bias1), BIAS_CLIP);
    clip(p->feature[0], COUNT(p->feature), FEATURE_CLIP);
    clip(p->w2[0], COUNT(p->w2), W2_CLIP);
}

void params_clip_pairs(struct params *p)
{
    clip(p->pair[0], COUNT(p->pair), PAIR_CLIP);
}

static int16_t whole(float x, float one)
{
    return (int16_t)lrintf(x * one);
}

void params_quantise(const struct params *p, struct net_weights *w)
{
    for (int r = 0; r < NET_ROWS; r++)
        for (int i = 0; i < NET_SUMS; i++)
            w->row[r][i] = whole(p->row[r][i], NET_ONE);
    for (int i = 0; i < NET_SUMS; i++)
        w->bias1[i] = whole(p->bias1[i], NET_ONE);
    for (int i = 0; i < NET_UNITS; i++)
        for (int j = 0; j < NET_H2; j++)
            w->w2[i / 2][j][i % 2] = whole(p->w2[i][j], W2_ONE);
    for (int f = 0; f < NET_FEATURES; f++)
        for (int i = 0; i < NET_FED; i++)
            w->feature[f / 2][i][f % 2] = whole(p->feature[f][i], NET_ONE);
    for (int r = 0; r < NET_PAIRS; r++)
        for (int j = 0; j < NET_H2; j++)
            w->pair[r][j] = whole(p->pair[r][j], PAIR_ONE);
    memcpy(w->bias2, p->bias2, sizeof w->bias2);
    memcpy(w->deep, p->deep, sizeof w->deep);
    memcpy(w->bias_deep, p->bias_deep, sizeof w->bias_deep);
    for (int o = 0; o < NET_OUT; o++) {
        for (int j = 0; j < NET_HIDDEN; j++)
            w->out[j / 2][o][j % 2] = j < NET_H2 ? p->w3[j][o] : p->w4[j - NET_H2][o];
        w->bias_out[o][0] = p->bias3[o];
        w->bias_out[o][1] = 0.0f;
    }
    net_prepare(w);
}

void params_from(struct params *p, const struct net_weights *w)
{
    memset(p, 0, sizeof *p);
    for (int r = 0; r < NET_ROWS; r++)
        for (int i = 0; i < NET_SUMS; i++)
            p->row[r][i] = (float)w->row[r][i] / NET_ONE;
    for (int i = 0; i < NET_SUMS; i++)
        p->bias1[i] = (float)w->bias1[i] / NET_ONE;
    for (int i = 0; i < NET_UNITS; i++)
        for (int j = 0; j < NET_H2; j++)
            p->w2[i][j] = (float)w->w2[i / 2][j][i % 2] / W2_ONE;
    for (int f = 0; f < NET_FEATURES; f++)
        for (int i = 0; i < NET_FED; i++)
            p->feature[f][i] = (float)w->feature[f / 2][i][f % 2] / NET_ONE;
    for (int r = 0; r < NET_PAIRS; r++)
        for (int j = 0; j < NET_H2; j++)
            p->pair[r][j] = (float)w->pair[r][j] / PAIR_ONE;
    memcpy(p->bias2, w->bias2, sizeof p->bias2);
    memcpy(p->deep, w->deep, sizeof p->deep);
    memcpy(p->bias_deep, w->bias_deep, sizeof p->bias_deep);
    for (int o = 0; o < NET_OUT; o++) {
        for (int j = 0; j < NET_HIDDEN; j++)
            *(j < NET_H2 ? &p->w3[j][o] : &p->w4[j - NET_H2][o]) = w->out[j / 2][o][j % 2];
        p->bias3[o] = w->bias_out[o][0];
    }
}

void rank_start(struct rank_params *p, struct rng *r)
{
    memset(p, 0, sizeof *p);
    fill(p->row[0], COUNT(p->row), r, 0.12f);
    fill(p->w, COUNT(p->w), r, 0.2f);
    for (int i = 0; i < RANK_H; i++)
        p->bias[i] = 0.3f;
}

void rank_clip(struct rank_params *p)
{
    clip(p->row[0], COUNT(p->row), ROW_CLIP);
    clip(p->bias, COUNT(p->bias), BIAS_CLIP);
    clip(p->w, COUNT(p->w), 8.0f);
}

void rank_quantise(const struct rank_params *p, struct rank_weights *w)
{
    for (int r = 0; r < NET_ROWS; r++)
        for (int i = 0; i < RANK_H; i++)
            w->row[r][i] = whole(p->row[r][i], NET_ONE);
    for (int i = 0; i < RANK_H; i++) {
        w->bias[i] = whole(p->bias[i], NET_ONE);
        w->w[i] = whole(p->w[i], W2_ONE);
    }
    w->bias2 = p->bias2;
    rank_prepare(w);
}

void rank_from(struct rank_params *p, const struct rank_weights *w)
{
    memset(p, 0, sizeof *p);
    for (int r = 0; r < NET_ROWS; r++)
        for (int i = 0; i < RANK_H; i++)
            p->row[r][i] = (float)w->row[r][i] / NET_ONE;
    for (int i = 0; i < RANK_H; i++) {
        p->bias[i] = (float)w->bias[i] / NET_ONE;
        p->w[i] = (float)w->w[i] / W2_ONE;
    }
    p->bias2 = w->bias2;
}
