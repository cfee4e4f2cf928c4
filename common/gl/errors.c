#include "gl/errors.h"

#include "base/message.h"

enum { MOST = 100 }; // whatever a driver does, this ends

static int reported;
static GLenum kept; // raised before wb_errors_begin()
static bool told_lost;

const char *wb_errors_name(GLenum error)
{
    switch (error) {
    case GL_INVALID_ENUM: return "GL_INVALID_ENUM";
    case GL_INVALID_VALUE: return "GL_INVALID_VALUE";
    case GL_INVALID_OPERATION: return "GL_INVALID_OPERATION";
    case GL_INVALID_FRAMEBUFFER_OPERATION: return "GL_INVALID_FRAMEBUFFER_OPERATION";
    case GL_OUT_OF_MEMORY: return "GL_OUT_OF_MEMORY";
    case GL_CONTEXT_LOST: return "GL_CONTEXT_LOST";
    default: return "an unknown error";
    }
}

const char *wb_errors_advice(void)
{
    GLint flags = 0;
    glGetIntegerv(GL_CONTEXT_FLAGS, &flags);
    return (flags & GL_CONTEXT_FLAG_DEBUG_BIT) != 0
               ? "look at the driver's message above: it says what call, and why"
               : "run it with WB_PRESET=debug, which says what call, and why";
}

static void tell_lost(void)
{
    if (told_lost) return;
    told_lost = true;
    reported++;
    wb_error("the driver has given up: OpenGL's context is lost, and all that was in it\n"
             "what to do: run it again; if that happens again, a dispatch may take too long for "
             "this driver: choose a smaller size");
}

// The next error that is worth a word of its own.
static GLenum next_error(void)
{
    GLenum error = glGetError();
    if (error != GL_CONTEXT_LOST) return error;
    tell_lost();
    return GL_NO_ERROR;
}

void wb_errors_report(const char *what)
{
    GLenum error;
    for (int i = 0; i < MOST && (error = next_error()) != GL_NO_ERROR; i++) {
        reported++;
        if (i > 0) continue; // what the first has brought about
        wb_error("OpenGL has refused a call before %s: %s\nwhat to do: %s", what,
                 wb_errors_name(error), wb_errors_advice());
    }
}

int wb_errors_reported(void)
{
    return reported;
}

void wb_errors_begin(void)
{
    GLenum error;
    for (int i = 0; i < MOST && (error = next_error()) != GL_NO_ERROR; i++)
        if (kept == GL_NO_ERROR) kept = error;
}

bool wb_errors_lost(void)
{
    wb_errors_begin();
    return told_lost;
}

bool wb_errors_end(const char *what)
{
    int before = reported;
    GLenum first = next_error(), error = first;
    for (int i = 0; i < MOST && error != GL_NO_ERROR; i++) error = next_error();
    if (first == GL_NO_ERROR) return !told_lost && reported == before;
    reported++;
    wb_error("%s: OpenGL says %s", what, wb_errors_name(first));
    return false;
}

GLenum wb_errors_take(void)
{
    wb_errors_begin();
    GLenum error = kept;
    kept = GL_NO_ERROR;
    return error;
}

bool wb_errors_out_of_memory(const char *what)
{
    bool out_of_memory = false;
    GLenum error;
    for (int i = 0; i < MOST && (error = next_error()) != GL_NO_ERROR; i++) {
        out_of_memory = out_of_memory || error == GL_OUT_OF_MEMORY;
        if (error == GL_OUT_OF_MEMORY) continue;
        reported++;
        wb_error("OpenGL has refused a call when %s: %s", what, wb_errors_name(error));
    }
    return out_of_memory;
}
