# wb_add_lesson(04_life [more sources]): the program of one lesson, from lessons/04_life/main.c, and its tests.
function(wb_add_lesson name)
  set(sources main.c ${ARGN})
  list(TRANSFORM sources PREPEND ${name}/)
  add_executable(${name} ${sources})
  # shaders/ for slots.h, which C and GLSL share; the lesson's own for what is in tasks/
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/shaders ${CMAKE_CURRENT_SOURCE_DIR}/${name})
  if(TARGET wb_shared)
    target_link_libraries(${name} PRIVATE wb_shared)
  else()
    target_link_libraries(${name} PRIVATE wb_lesson wb_water)
  endif()
  set_property(GLOBAL APPEND PROPERTY WB_LESSONS ${name})
endfunction()
