# Finds the libraries. A missing one ends the configuration with the name of the package that has it.
function(wb_missing what package)
  message(FATAL_ERROR "${what} is missing.\n"
    "  On Debian and Ubuntu: sudo apt-get install ${package}\n"
    "  or let ./wb setup install everything that is needed.")
endfunction()

find_package(PkgConfig QUIET)
if(NOT PKG_CONFIG_FOUND)
  wb_missing("pkg-config" pkg-config)
endif()

# An imported target PkgConfig::VARIABLE for a library that pkg-config knows.
macro(wb_find_library variable module package)
  pkg_check_modules(${variable} QUIET IMPORTED_TARGET ${module})
  if(NOT ${variable}_FOUND)
    wb_missing("The library ${module}" ${package})
  endif()
endmacro()

wb_find_library(GLFW glfw3 libglfw3-dev)
wb_find_library(CGLM cglm libcglm-dev)
wb_find_library(STB stb libstb-dev)
wb_find_library(EGL egl libegl-dev)
wb_find_library(IMGUI imgui libimgui-dev)
if(WB_TESTS)
  wb_find_library(CMOCKA cmocka libcmocka-dev)
endif()

find_program(WB_GLAD glad PATHS /usr/bin NO_DEFAULT_PATH)
if(NOT WB_GLAD)
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
