/* The picture on which a lesson about pictures works. */
#ifndef WB_LESSON_PICTURE_FILE_H
#define WB_LESSON_PICTURE_FILE_H

#include "base/image.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Reads any PNG (see wb_image_read()) that fits a storage block of this driver as one uint32 a
 * pixel. `path` NULL: lessons/images/harbour.png, 960 x 640 pixels, found above the program, or
 * beside the shaders. Needs the GL context, for its limit. On failure: false, a message, and
 * `image` zeroed. The caller frees it with wb_image_free(). */
bool wb_picture_load(wb_image *image, const char *path);

#ifdef __cplusplus
}
#endif
#endif
