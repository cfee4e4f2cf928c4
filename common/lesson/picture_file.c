#include "lesson/picture_file.h"

#include "base/file.h"
#include "base/message.h"
#include "gl/program.h"
#include "os/path.h"

#include <glad/gl.h>
#include <stdio.h>

// Above the program; or, if that was built elsewhere, beside a directory of shaders, or where the
// library was built.
static bool find_shipped(char *path, size_t size)
{
    const char *shaders;
    if (wb_file_find_above("lessons/images/harbour.png", path, size)) return true;
    for (int i = 0; (shaders = wb_program_root(i)) != NULL; i++) {
        snprintf(path, size, "%s/../lessons/images/harbour.png", shaders);
        if (wb_path_is_readable(path)) return true;
    }
#ifdef WB_SOURCE_LESSONS
    snprintf(path, size, WB_SOURCE_LESSONS "/images/harbour.png");
    if (wb_path_is_readable(path)) return true;
#endif
    shaders = wb_program_root(0);
    if (shaders == NULL) return false;
    wb_error("cannot find lessons/images/harbour.png above this program, or beside %s\n"
             "what to do: run it where it was built, or name a picture with --load image=FILE.png",
             shaders);
    return false;
}

static bool fits_block(const wb_image *image, const char *path)
{
    GLint64 limit_bytes = 0;
    glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &limit_bytes);
    int64_t size_bytes = (int64_t)image->width * image->height * 4;
    if (size_bytes <= limit_bytes) return true;
    wb_error("the picture %s, %d x %d pixels, takes %.1f MiB, but a storage block holds at most "
             "%.1f MiB on this driver\nwhat to do: choose or make a smaller picture",
             path, image->width, image->height, (double)size_bytes / 1048576.0,
             (double)limit_bytes / 1048576.0);
    return false;
}

bool wb_picture_load(wb_image *image, const char *path)
{
    char shipped[1024];
    *image = (wb_image){0};
    if (path == NULL) {
        if (!find_shipped(shipped, sizeof shipped)) return false;
        path = shipped;
    }
    if (!wb_image_read(image, path)) return false;
    if (fits_block(image, path)) return true;
    wb_image_free(image);
    return false;
}
