/* What the kernel machine counted, as JSON. */
#ifndef WB_LESSON_KERNEL_TEXT_H
#define WB_LESSON_KERNEL_TEXT_H

#include "machine/listing.h"

#include <stdio.h>

void wb_kernel_counts_write_json(const wb_kernel_counts *counts, FILE *file);

#endif
