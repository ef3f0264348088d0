/* The shared cache: what is found is what was stored for the very key, whoever else reads and writes meanwhile. */
#include <pthread.h>
#include <string.h>

#include "support/test.h"

#include "engine/cache.h"

/* An answer that shows which key it belongs to in every byte; its size is not a multiple of a word. */
struct answer {
    uint8_t byte[83];
};

static struct cache_key key_of(int n)
{
    struct cache_key key = {.tag = (uint64_t)(n % 7)};
    board_start(&key.board, VARIANT_BACKGAMMON);
    key.board.point[24] = (int8_t)(n / 7);
    return key;
}

static struct answer answer_of(int n)
{
    struct answer a;
    for (size_t i = 0; i < sizeof a; i++)
        a.byte[i] = (uint8_t)(n * 31 + (int)i);
    return a;
}

TEST(what_was_stored_is_found)
{
    struct cache *c = cache_new(sizeof(struct answer), 4);
    const struct cache_key key = key_of(12);
    const struct answer stored = answer_of(12);
    struct answer found;
    assert_false(cache_find(c, &key, &found));
    cache_put(c, &key, &stored);
    assert_true(cache_find(c, &key, &found));
    assert_memory_equal(&found, &stored, sizeof found);
    cache_free(c);
}

TEST(another_tag_or_board_is_not_found)
{
    struct cache *c = cache_new(sizeof(struct answer), 0); /* one slot for all */
    const struct cache_key key = key_of(12), other_tag = key_of(13), other_board = key_of(19);
    const struct answer stored = answer_of(12);
    struct answer found;
    cache_put(c, &key, &stored);
    assert_false(cache_find(c, &other_tag, &found));
    assert_false(cache_find(c, &other_board, &found));
    cache_free(c);
}

TEST(the_newest_answer_takes_the_slot)
{
    struct cache *c = cache_new(sizeof(struct answer), 0);
    struct answer found;
    for (int n = 0; n < 9; n++) {
        const struct cache_key key = key_of(n);
        const struct answer stored = answer_of(n);
        cache_put(c, &key, &stored);
        assert_true(cache_find(c, &key, &found));
        assert_memory_equal(&found, &stored, sizeof found);
    }
    cache_free(c);
}

TEST(no_cache_is_an_empty_one)
{
    const struct cache_key key = key_of(1);
    struct answer a = answer_of(1);
    cache_put(NULL, &key, &a);
    assert_false(cache_find(NULL, &key, &a));
    cache_free(NULL);
}

/* ---- threads ---- */

struct crowd {
    struct cache *cache;
    int first, found, wrong;
};

/* Everybody asks for the same keys, each twice running, in a different order, and stores what is not there. */
static void *ask_and_store(void *argument)
{
    struct crowd *me = argument;
    for (int i = 0; i < 200000; i++) {
        const int n = (i / 2 * 13 + me->first) % 40;
        const struct cache_key key = key_of(n);
        const struct answer right = answer_of(n);
        struct answer found;
        if (cache_find(me->cache, &key, &found)) {
            me->found++;
            me->wrong += memcmp(&found, &right, sizeof found) != 0;
        } else {
            cache_put(me->cache, &key, &right);
        }
    }
    return NULL;
}

TEST(threads_never_see_half_an_answer)
{
    enum { THREADS = 4 };
    pthread_t thread[THREADS];
    struct crowd crowd[THREADS];
    struct cache *c = cache_new(sizeof(struct answer), 3); /* fewer slots than keys: they fight for them */
    for (int i = 0; i < THREADS; i++) {
        crowd[i] = (struct crowd){.cache = c, .first = i * 10};
        assert_int_equal(pthread_create(&thread[i], NULL, ask_and_store, &crowd[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(thread[i], NULL);
        assert_int_equal(crowd[i].wrong, 0);
        assert_true(crowd[i].found > 0);
    }
    cache_free(c);
}

TEST_MAIN(NULL, NULL)
