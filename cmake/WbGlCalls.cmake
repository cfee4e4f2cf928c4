# Writes the OpenGL functions, with their parameters, and the names of OpenGL's enumerants as C text, for the code that
# listens to OpenGL and prints calls as they are written:
#   cmake -D HEADER=.../glad/gl.h -D OUT=.../gl_calls.inc -P WbGlCalls.cmake
file(READ ${HEADER} header)
string(REPLACE ";" "" header "${header}")
string(REGEX MATCHALL "PFNGL[A-Z0-9_]+PROC\\)\\([^)\n]*" types "${header}")
string(REGEX MATCHALL "glad_debug_gl[A-Za-z0-9_]+\n" calls "${header}")
string(REGEX MATCHALL "#define GL_[A-Za-z0-9_]+ 0x[0-9A-F]+\n" enums "${header}")

foreach(type IN LISTS types)
    string(REGEX REPLACE "PFN(.*)PROC\\)\\((.*)" "\\1" name "${type}")
    string(REGEX REPLACE "PFN(.*)PROC\\)\\((.*)" "\\2" parameters_${name} "${type}")
endforeach()
set(text "#define GL_CALLS(X) \\\n")
foreach(call IN LISTS calls)
    string(REGEX REPLACE "glad_debug_(.*)\n" "\\1" name "${call}")
    string(TOUPPER ${name} upper)
    # A #define of the same name precedes each declaration: take each function once.
    if(NOT DEFINED seen_${name})
        set(seen_${name} ON)
        string(APPEND text "    X(${name}, \"${parameters_${upper}}\") \\\n")
    endif()
endforeach()
string(APPEND text "\n#define GL_ENUMS(X) \\\n")
foreach(enum IN LISTS enums)
    # Below 0x100 one value has many meanings (GL_POINTS, GL_NONE); bits are no enumerants; nor is what needs 64 bits.
    if(NOT enum MATCHES "_BITS?(_KHR)? | 0x0*..\n| 0x.........+\n")
        string(REGEX REPLACE "#define (.*) (.*)\n" "    X(\\2, \"\\1\") \\\\\n" row "${enum}")
        string(APPEND text "${row}")
    endif()
endforeach()
file(WRITE ${OUT} "${text}\n")
