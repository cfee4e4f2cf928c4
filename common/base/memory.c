#include "base/memory.h"

#include "base/hash.h"
#include "base/message.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

void *wb_or_end(void *memory)
{
    if (memory != NULL) return memory;
    wb_error("out of memory");
    exit(EXIT_FAILURE);
}

void *wb_grow(void *items, int *capacity, int count, size_t item_size)
{
    if (count <= *capacity) return items;
    int larger = *capacity < 8 ? 8 : *capacity;
    while (larger < count) larger *= 2;
    char *grown = wb_or_end(realloc(items, (size_t)larger * item_size));
    memset(grown + (size_t)*capacity * item_size, 0, (size_t)(larger - *capacity) * item_size);
    *capacity = larger;
    return grown;
}

/* ---- Maps: open addressing, the next free place ---- */

static uint32_t home_of(const wb_map *map, uint64_t key)
{
    key ^= key >> 32; // names of OpenGL count up from 1, addresses in steps: mix all bits
    key *= UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)(key >> 32) & (map->capacity - 1);
}

// Where the key is, or the free place where it would go. The map has a free place.
static uint32_t place_of(const wb_map *map, uint64_t key)
{
    uint32_t place = home_of(map, key);
    while (map->taken[place] && map->keys[place] != key) place = (place + 1) & (map->capacity - 1);
    return place;
}

static unsigned char *item_at(const wb_map *map, uint32_t place)
{
    return map->items + (size_t)place * map->item_size;
}

static void make_room(wb_map *map)
{
    if ((uint32_t)map->count * 2 < map->capacity) return;
    wb_map larger = {.item_size = map->item_size, .count = map->count};
    larger.capacity = map->capacity == 0 ? 16 : map->capacity * 2;
    larger.keys = wb_or_end(calloc(larger.capacity, sizeof *larger.keys));
    larger.taken = wb_or_end(calloc(larger.capacity, 1));
    larger.items = wb_or_end(calloc(larger.capacity, larger.item_size));
    for (uint32_t from = 0; from < map->capacity; from++) {
        if (!map->taken[from]) continue;
        uint32_t to = place_of(&larger, map->keys[from]);
        larger.taken[to] = true;
        larger.keys[to] = map->keys[from];
        memcpy(item_at(&larger, to), item_at(map, from), map->item_size);
    }
    wb_map_free(map);
    *map = larger;
}

void *wb_map_find(const wb_map *map, uint64_t key)
{
    if (map->capacity == 0) return NULL;
    uint32_t place = place_of(map, key);
    return map->taken[place] ? item_at(map, place) : NULL;
}

void *wb_map_add(wb_map *map, uint64_t key)
{
    void *found = wb_map_find(map, key);
    if (found != NULL) return found;
    make_room(map);
    uint32_t place = place_of(map, key);
    map->taken[place] = true;
    map->keys[place] = key;
    map->count++;
    return memset(item_at(map, place), 0, map->item_size);
}

void wb_map_remove(wb_map *map, uint64_t key)
{
    if (wb_map_find(map, key) == NULL) return;
    uint32_t mask = map->capacity - 1, hole = place_of(map, key);
    map->count--;
    // Those behind the hole that would not be found across it move up.
    for (uint32_t next = (hole + 1) & mask; map->taken[next]; next = (next + 1) & mask) {
        uint32_t home = home_of(map, map->keys[next]);
        if (((next - home) & mask) < ((next - hole) & mask)) continue;
        map->keys[hole] = map->keys[next];
        memcpy(item_at(map, hole), item_at(map, next), map->item_size);
        hole = next;
    }
    map->taken[hole] = false;
}

void *wb_map_next(const wb_map *map, uint32_t *place, uint64_t *key)
{
    while (*place < map->capacity && !map->taken[*place]) ++*place;
    if (*place >= map->capacity) return NULL;
    if (key != NULL) *key = map->keys[*place];
    return item_at(map, (*place)++);
}

void wb_map_free(wb_map *map)
{
    free(map->keys);
    free(map->taken);
    free(map->items);
    *map = (wb_map){.item_size = map->item_size};
}

/* ---- Texts ---- */

const char *wb_texts_keep(wb_texts *texts, const char *text)
{
    if (text == NULL) return NULL;
    texts->by_hash.item_size = sizeof(char *);
    uint64_t hash = wb_hash_bytes(WB_HASH_START, text, strlen(text));
    for (;; hash++) { // another text with the same hash has the place: take the next
        char **kept = wb_map_add(&texts->by_hash, hash);
        if (*kept == NULL) *kept = strcpy(wb_or_end(malloc(strlen(text) + 1)), text);
        if (strcmp(*kept, text) == 0) return *kept;
    }
}

void wb_texts_free(wb_texts *texts)
{
    char **kept;
    uint32_t place = 0;
    while ((kept = wb_map_next(&texts->by_hash, &place, NULL)) != NULL) free(*kept);
    wb_map_free(&texts->by_hash);
}
