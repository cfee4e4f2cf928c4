# How all code here is compiled: the languages, the warnings, and the sanitizers if they are asked for.
include_guard(GLOBAL)
set(CMAKE_C_STANDARD 11)
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
option(WB_TESTS "Build the tests" ON)
option(WB_SANITIZE "AddressSanitizer and UndefinedBehaviorSanitizer" OFF)
option(WB_FUZZ "Build the fuzzers (needs clang)" OFF)
option(WB_DIST "For ./wb dist: programs that run anywhere, and are the same wherever they are built" OFF)

# Targets that link wb_base or wb_core inside this tree get them: all but generated code. They are errors in the presets debug
# and asan only (CMAKE_COMPILE_WARNING_AS_ERROR), so that a newer compiler with an opinion of its own does not stop a learner.
add_library(wb_warnings INTERFACE)
target_compile_options(wb_warnings INTERFACE -Wall -Wextra -Wconversion -Wshadow
  -Wno-missing-field-initializers # zero is the default here: {"name", .x = 1} is welcome
  $<$<BOOL:${MINGW}>:-Wno-float-conversion> # its isnan() and isinf() would raise it
  $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes>
  $<$<C_COMPILER_ID:Clang>:-Wno-enum-float-conversion>) # enums are how C11 names constants

add_compile_definitions(_GNU_SOURCE)
if(MINGW) # its printf() is GNU's with that, and is to be checked as such
  add_compile_definitions(WB_PRINTF=gnu_printf)
endif()
if(WB_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()
if(WIN32) # UTF-8, sharp on any screen, an icon: in each program
  target_sources(wb_warnings INTERFACE
    $<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:${CMAKE_CURRENT_LIST_DIR}/windows/workbench.rc>)
endif()
if(WB_DIST)
  add_compile_definitions(WB_DIST)
  add_compile_options($<$<COMPILE_LANGUAGE:C,CXX>:-ffile-prefix-map=${CMAKE_CURRENT_SOURCE_DIR}=.>)
  add_link_options(-s)
  if(WIN32)
    add_link_options(-Wl,--no-insert-timestamp)
  else() # libraries that not each machine has are beside the programs, and find each other there
    set(CMAKE_POSITION_INDEPENDENT_CODE ON)
    add_compile_options($<$<COMPILE_LANGUAGE:C,CXX>:-fno-semantic-interposition>)
    set(CMAKE_BUILD_WITH_INSTALL_RPATH ON)
    set(CMAKE_INSTALL_RPATH $ORIGIN/../lib)
    add_link_options(-Wl,--disable-new-dtags)
  endif()
endif()

# wb_fuzzer(name sources...): fuzz_NAME, with clang's libFuzzer, and the test fuzz.NAME: it runs for a minute, and keeps what
# leads to new places in BUILD/fuzz/NAME. Seeds may be put there before. Only in the preset fuzz, which compiles all code for it.
function(wb_fuzzer name)
  add_executable(fuzz_${name} ${ARGN})
  target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  if(NOT TARGET fuzzers)
    add_custom_target(fuzzers)
  endif()
  add_dependencies(fuzzers fuzz_${name})
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/fuzz/${name})
  add_test(NAME fuzz.${name} WORKING_DIRECTORY ${PROJECT_BINARY_DIR}/fuzz
    COMMAND fuzz_${name} -max_total_time=60 -print_final_stats=1 -artifact_prefix=${name}- ${name})
  set_tests_properties(fuzz.${name} PROPERTIES LABELS fuzz TIMEOUT 300)
endfunction()
