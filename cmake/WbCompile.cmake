# How all code here is compiled: the languages, the warnings, and the sanitizers if they are asked for.
include_guard(GLOBAL)
set(CMAKE_C_STANDARD 11)
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
option(WB_TESTS "Build the tests" ON)
option(WB_SANITIZE "AddressSanitizer and UndefinedBehaviorSanitizer" OFF)
option(WB_FUZZ "Build the fuzzers (needs clang)" OFF)

# Targets that link wb_base or wb_core inside this tree get them: all but generated code. They are errors in the presets debug
# and asan only (CMAKE_COMPILE_WARNING_AS_ERROR), so that a newer compiler with an opinion of its own does not stop a learner.
add_library(wb_warnings INTERFACE)
target_compile_options(wb_warnings INTERFACE -Wall -Wextra -Wconversion -Wshadow
  -Wno-missing-field-initializers # zero is the default here: {"name", .x = 1} is welcome
  $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes>
  $<$<C_COMPILER_ID:Clang>:-Wno-enum-float-conversion>) # enums are how C11 names constants

add_compile_definitions(_GNU_SOURCE)
if(WB_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()

# wb_fuzzer(name sources...): fuzz_NAME, with clang's libFuzzer and the sanitizers, whatever else is built with. All of them:
#   cmake --preset debug -B build/fuzz -D CMAKE_C_COMPILER=clang -D CMAKE_CXX_COMPILER=clang++ -D WB_FUZZ=ON
# The head of each source says how to run it; ./wb test --all-builds runs each for a minute.
function(wb_fuzzer name)
  if(WB_FUZZ)
    add_executable(fuzz_${name} ${ARGN})
    target_include_directories(fuzz_${name} PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/common)
    target_compile_options(fuzz_${name} PRIVATE -fsanitize=fuzzer,address,undefined)
    target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer,address,undefined)
  endif()
endfunction()
