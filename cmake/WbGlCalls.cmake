# Writes the parameters of every OpenGL function and the names of its enumerants as two C tables, so
# that the barrier linter can print a failed call as it stands in the code:
#   cmake -D HEADER=.../glad/gl.h -D OUT=.../gl_calls.inc -P WbGlCalls.cmake
file(READ ${HEADER} header)
string(REPLACE ";" "" header "${header}")
string(REGEX MATCHALL "PFNGL[A-Z0-9_]+PROC\\)\\([^)\n]*" calls "${header}")
string(REGEX MATCHALL "#define GL_[A-Za-z0-9_]+ 0x[0-9A-F]+\n" enums "${header}")

set(text "static const struct { const char *name, *parameters; } gl_calls[] = {\n")
foreach(call IN LISTS calls)
    string(REGEX REPLACE "PFNGL(.*)PROC\\)\\((.*)" "    {\"\\1\", \"\\2\"},\n" row "${call}")
    string(APPEND text "${row}")
endforeach()
string(APPEND text "};\n\nstatic const struct { unsigned value; const char *name; } gl_enums[] = {\n")
foreach(enum IN LISTS enums)
    # Below 0x100 one value has many meanings (GL_POINTS, GL_NONE); bits are no enumerants.
    if(NOT enum MATCHES "_BITS? | 0x0?0?..\n")
        string(REGEX REPLACE "#define (.*) (.*)\n" "    {\\2, \"\\1\"},\n" row "${enum}")
        string(APPEND text "${row}")
    endif()
endforeach()
file(WRITE ${OUT} "${text}};\n")
