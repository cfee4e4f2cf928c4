/* Memory for lists that grow, and for names that are kept, where running out of it ends the
 * program: a tool that left something out would lie. */
#ifndef WB_BASE_MEMORY_H
#define WB_BASE_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/* Makes room for `count` items of `item_size` bytes in an array that malloc() made or that is NULL,
 * and has room for *capacity. Returns where it is now; new items are zero. The caller frees it. */
void *wb_grow(void *items, int *capacity, int count, size_t item_size);

/* What malloc() and the like have returned, if that is not NULL. */
void *wb_or_end(void *memory);

/* A map from 64-bit keys to items of one size, which start as zeros. Zeroed but for item_size: an
 * empty map. Items move when one is added or removed. */
typedef struct wb_map {
    size_t item_size;
    int count;
    uint32_t capacity; // a power of two, or 0
    uint64_t *keys;
    unsigned char *taken; // whether a place holds a key
    unsigned char *items;
} wb_map;

/* NULL if there is no such key. */
void *wb_map_find(const wb_map *map, uint64_t key);

/* Never NULL: adds an item if there is none. */
void *wb_map_add(wb_map *map, uint64_t key);

void wb_map_remove(wb_map *map, uint64_t key);

/* Goes through all items in no order: *place starts at 0. NULL past the end; `key` may be NULL. The
 * map must not change meanwhile. */
void *wb_map_next(const wb_map *map, uint32_t *place, uint64_t *key);

void wb_map_free(wb_map *map); // ready for use again

/* Copies of texts, one of each: what is kept in many places takes the room of one. Zeroed: empty.
 */
typedef struct wb_texts {
    wb_map by_hash;
} wb_texts;

/* The copy of `text`, which lives until wb_texts_free(); NULL for NULL. The same text gives the
 * same address. */
const char *wb_texts_keep(wb_texts *texts, const char *text);
void wb_texts_free(wb_texts *texts);

#endif
