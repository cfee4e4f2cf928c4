# Finds what building needs beyond the compilers.
include(WbLibraries)
if(WB_TESTS)
  wb_find_library(CMOCKA cmocka libcmocka-dev)
endif()

include(WbFindGlad)

# The font of the pictures and of the panel, and its sister of fixed width for shaders and numbers.
macro(wb_find_font variable file)
  find_file(${variable} ${file} PATHS /usr/share/fonts/truetype/dejavu /usr/share/fonts/TTF
    $ENV{MINGW_PREFIX}/share/fonts/TTF /usr/share/fonts/dejavu-sans-fonts /usr/share/fonts/dejavu-sans-mono-fonts NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
  if(NOT ${variable})
    wb_missing("The font ${file}" fonts-dejavu-core)
  endif()
endmacro()

wb_find_font(WB_FONT DejaVuSans.ttf)
wb_find_font(WB_MONO_FONT DejaVuSansMono.ttf)
