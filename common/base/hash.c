#include "base/hash.h"

#include <string.h>

uint64_t wb_hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    const uint8_t *byte = bytes;
    for (size_t k = 0; k < size; k++) {
        hash ^= byte[k];
        hash *= UINT64_C(0x100000001b3); // the 64-bit FNV prime
    }
    return hash;
}

uint64_t wb_hash_memory(uint64_t hash, const void *bytes, size_t size)
{
    const uint8_t *byte = bytes;
    uint64_t word;
    for (; size >= sizeof word; size -= sizeof word, byte += sizeof word) {
        memcpy(&word, byte, sizeof word);
        hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 32;
    }
    return wb_hash_bytes(hash, byte, size);
}
