#include "machine/counters.h"

#include "machine/module.h"

#include <stdbool.h>

// Adds a number to those seen; false if it is among them.
static bool add(uint32_t *seen, uint32_t *count, uint32_t number)
{
    for (uint32_t i = 0; i < *count; i++)
        if (seen[i] == number) return false;
    seen[(*count)++] = number;
    return true;
}

uint32_t wb_count_sectors(const uint32_t *words, uint32_t lanes, uint32_t each)
{
    enum { WORDS_OF_SECTOR = 8, MAX_EACH = 16 };
    uint32_t seen[WB_REQUEST_LANES * (MAX_EACH / WORDS_OF_SECTOR + 1)], count = 0;
    if (each > MAX_EACH) each = MAX_EACH;
    for (uint32_t i = 0; i < lanes && i < WB_REQUEST_LANES; i++) {
        if (words[i] == WB_NO_WORD || each == 0) continue;
        uint32_t last = (words[i] + each - 1) / WORDS_OF_SECTOR;
        for (uint32_t s = words[i] / WORDS_OF_SECTOR; s <= last; s++) add(seen, &count, s);
    }
    return count;
}

uint32_t wb_count_bank_ways(const uint32_t *words, uint32_t lanes)
{
    enum { BANKS = 32 };
    uint32_t seen[WB_REQUEST_LANES], count = 0, most = 0;
    uint8_t of_bank[BANKS] = {0};
    for (uint32_t i = 0; i < lanes && i < WB_REQUEST_LANES; i++) {
        if (words[i] == WB_NO_WORD || !add(seen, &count, words[i])) continue;
        uint32_t ways = ++of_bank[words[i] % BANKS];
        if (ways > most) most = ways;
    }
    return most;
}

uint32_t wb_count_collisions(const uint32_t *words, uint32_t lanes)
{
    uint32_t there[WB_REQUEST_LANES], count = 0, most = 0;
    for (uint32_t i = 0; i < lanes && i < WB_REQUEST_LANES; i++)
        if (words[i] != WB_NO_WORD) there[count++] = words[i];
    for (uint32_t i = 0; i < count; i++) {
        uint32_t same = 0;
        for (uint32_t k = 0; k < count; k++) same += there[k] == there[i];
        if (same > most) most = same;
    }
    return most;
}
