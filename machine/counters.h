/* What a memory system has to do for 32 lanes that access memory together, as the kernel is
 * written. `words` holds a word's index for each lane, or WB_NO_WORD for a lane that does not take
 * part. */
#ifndef WB_MACHINE_COUNTERS_H
#define WB_MACHINE_COUNTERS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { WB_REQUEST_LANES = 32 }; // lanes that one request serves

/* How many 32-byte sectors are touched; each lane accesses `each` words in a row. */
uint32_t wb_count_sectors(const uint32_t *words, uint32_t lanes, uint32_t each);
/* How many different words the most loaded of 32 banks has to deliver, one after the other. */
uint32_t wb_count_bank_ways(const uint32_t *words, uint32_t lanes);
/* How many lanes there are at most on one word. */
uint32_t wb_count_collisions(const uint32_t *words, uint32_t lanes);

#ifdef __cplusplus
}
#endif
#endif
