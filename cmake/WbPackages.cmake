# Finds what building needs beyond the compilers.
include(WbLibraries)
if(WB_TESTS)
  wb_find_library(CMOCKA cmocka libcmocka-dev)
endif()

# glad 1 has the same name and other options. Of several on the PATH, the first that is glad 2 will do.
function(wb_is_glad_2 result program)
  execute_process(COMMAND ${program} --help OUTPUT_VARIABLE help ERROR_VARIABLE error RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    string(REGEX REPLACE "\n+$" "" error "${error}")
    set(refused "${program} does not run (${status}):\n${error}")
  elseif(help MATCHES "--generator")
    set(refused "${program} is glad 1")
  else()
    return()
  endif()
  set_property(GLOBAL APPEND_STRING PROPERTY WB_REFUSED_GLAD "\n  ${refused}")
  set(${result} FALSE PARENT_SCOPE)
endfunction()

find_program(WB_GLAD glad VALIDATOR wb_is_glad_2)
if(NOT WB_GLAD)
  get_property(refused GLOBAL PROPERTY WB_REFUSED_GLAD)
  if(refused)
    message(FATAL_ERROR "The OpenGL loader generator glad 2 is needed, but${refused}\n"
      "  On Debian and Ubuntu: sudo apt-get install python3-glad\n"
      "  elsewhere: pipx install glad2, and its directory first on the PATH; or cmake -D WB_GLAD=/path/to/glad")
  endif()
  wb_missing("The OpenGL loader generator glad 2" python3-glad)
endif()

# The font of the pictures and of the panel, and its sister of fixed width for shaders and numbers.
macro(wb_find_font variable file)
  find_file(${variable} ${file} PATHS /usr/share/fonts/truetype/dejavu /usr/share/fonts/TTF
    /usr/share/fonts/dejavu-sans-fonts /usr/share/fonts/dejavu-sans-mono-fonts NO_DEFAULT_PATH)
  if(NOT ${variable})
    wb_missing("The font ${file}" fonts-dejavu-core)
  endif()
endmacro()

wb_find_font(WB_FONT DejaVuSans.ttf)
wb_find_font(WB_MONO_FONT DejaVuSansMono.ttf)
