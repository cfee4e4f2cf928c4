#include "gl/errors.h"

#include "base/message.h"

// A context that is lost hands out one error for ever.
enum { MOST = 100 };

static int reported;

const char *wb_errors_name(GLenum error)
{
    switch (error) {
    case GL_INVALID_ENUM: return "GL_INVALID_ENUM";
    case GL_INVALID_VALUE: return "GL_INVALID_VALUE";
    case GL_INVALID_OPERATION: return "GL_INVALID_OPERATION";
    case GL_INVALID_FRAMEBUFFER_OPERATION: return "GL_INVALID_FRAMEBUFFER_OPERATION";
    case GL_OUT_OF_MEMORY: return "GL_OUT_OF_MEMORY";
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

void wb_errors_report(const char *what)
{
    GLenum error;
    for (int i = 0; i < MOST && (error = glGetError()) != GL_NO_ERROR; i++) {
        reported++;
        wb_error("OpenGL has refused a call before %s: %s\nwhat to do: %s", what,
                 wb_errors_name(error), wb_errors_advice());
    }
}

int wb_errors_reported(void)
{
    return reported;
}

bool wb_errors_out_of_memory(const char *what)
{
    bool out_of_memory = false;
    GLenum error;
    for (int i = 0; i < MOST && (error = glGetError()) != GL_NO_ERROR; i++) {
        out_of_memory = out_of_memory || error == GL_OUT_OF_MEMORY;
        if (error == GL_OUT_OF_MEMORY) continue;
        reported++;
        wb_error("OpenGL has refused a call when %s: %s", what, wb_errors_name(error));
    }
    return out_of_memory;
}
