/* A full disk, as far as a program can make itself one. */
#ifndef WB_TESTS_UNIT_LIMIT_H
#define WB_TESTS_UNIT_LIMIT_H

#include <stdbool.h>

/* While it is on, no file can grow beyond `size` bytes; 0 ends it. False if this system has no such
 * limit. */
bool limit_file_size(unsigned size);

#endif
