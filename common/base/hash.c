#include "base/hash.h"

uint64_t wb_hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    const uint8_t *byte = bytes;
    for (size_t k = 0; k < size; k++) {
        hash ^= byte[k];
        hash *= UINT64_C(0x100000001b3); // the 64-bit FNV prime
    }
    return hash;
}
