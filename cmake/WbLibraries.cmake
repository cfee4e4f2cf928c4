# Finds the libraries that those under common/ are linked with. Installed too: a program outside is linked with them as well.
# A missing one ends the configuration with the name of the package that has it.
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
if(NOT WIN32) # there common/os has as much of it as is used
  wb_find_library(EGL egl libegl-dev)
endif()
wb_find_library(IMGUI imgui libimgui-dev)
pkg_check_modules(EDIT QUIET IMPORTED_TARGET libedit) # goes without: then lines of the terminal are as they are typed
