/* A 64-bit hash of bytes (FNV-1a), to tell whether two runs ended in the same state. Not for
 * security. */
#ifndef WB_BASE_HASH_H
#define WB_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define WB_HASH_START UINT64_C(0xcbf29ce484222325)

/* Continues `hash` (WB_HASH_START at first) with `size` bytes. */
uint64_t wb_hash_bytes(uint64_t hash, const void *bytes, size_t size);

/* Another hash, eight times as fast, for large memory; its values are for one run of one program.
 */
uint64_t wb_hash_memory(uint64_t hash, const void *bytes, size_t size);

#endif
