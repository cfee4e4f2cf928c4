/* A capture: one compute dispatch with all that it works on, in a file or in memory. With it, the
 * dispatch can run again in the machine, without OpenGL and without the program that made it.
 *
 * The format is in README.md: a head of text lines, then the arrays that it names, as .npy. */
#ifndef WB_MACHINE_CAPTURE_FILE_H
#define WB_MACHINE_CAPTURE_FILE_H

#include "machine/listing.h"

#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Memory that resources show parts of: of a buffer or an image, as it was before the dispatch. */
typedef struct wb_file_memory {
    const char *label; // "cells"; "" if it has none
    uint8_t *data;
    size_t size;  // in bytes
    bool written; // by the kernel, as its qualifiers say
} wb_file_memory;

typedef struct wb_capture_file {
    const wb_kernel *kernel;          // which runs
    const char *lesson, *pass, *call; // "04_life", "next", "glDispatchCompute"
    wb_machine_dispatch dispatch;     // every resource in one of the memories
    wb_file_memory *memory;
    int memory_count;
    int subgroup;  // as in wb_machine_options: what the driver had
    bool fuse_fma; // the same
    void *own;     // of one that was read: what it has allocated
} wb_capture_file;

/* Writes it to a file that is open; whether all has arrived is the caller's to ask for. */
void wb_capture_file_write(const wb_capture_file *capture, FILE *file);

/* Reads one out of memory. Whatever is there, this returns: false, with the reason, for what is no
 * capture, is damaged, or has a kernel that the machine cannot run. `bytes` are copied. Free with
 * wb_capture_file_free(); nothing is to be freed on failure. */
bool wb_capture_file_read(wb_capture_file *capture, const void *bytes, size_t size,
                          wb_module_error *error);
void wb_capture_file_free(wb_capture_file *capture);

/* An array of words as .npy, which NumPy reads as it stands: uint32, one dimension. */
void wb_npy_write_words(const void *words, size_t count, FILE *file);

#ifdef __cplusplus
}
#endif
#endif
