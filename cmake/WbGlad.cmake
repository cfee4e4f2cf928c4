# The OpenGL loader, generated at build time: OpenGL 4.3 core, with hooks around each call, so that a checker can watch what a
# lesson does. The library uninstalls the hooks at once; until a checker asks for them, calls go straight to the driver.
set(glad_dir ${PROJECT_BINARY_DIR}/glad)
add_custom_command(
  OUTPUT ${glad_dir}/src/gl.c ${glad_dir}/include/glad/gl.h
  COMMAND ${WB_GLAD} --quiet --api gl:core=4.3 --extensions GL_KHR_shader_subgroup --reproducible
    --out-path ${glad_dir} c --debug
  COMMENT "Generating the OpenGL loader"
  VERBATIM)
add_library(wb_glad STATIC ${glad_dir}/src/gl.c)
target_include_directories(wb_glad SYSTEM PUBLIC $<BUILD_INTERFACE:${glad_dir}/include>)
target_compile_options(wb_glad PRIVATE -w) # generated code, not ours to mend

# The barrier checker prints calls that went wrong with their arguments: the names come from the loader's header.
add_custom_command(
  OUTPUT ${glad_dir}/include/gl_calls.inc
  COMMAND ${CMAKE_COMMAND} -D HEADER=${glad_dir}/include/glad/gl.h -D OUT=${glad_dir}/include/gl_calls.inc
    -P ${CMAKE_CURRENT_LIST_DIR}/WbGlCalls.cmake
  DEPENDS ${glad_dir}/include/glad/gl.h ${CMAKE_CURRENT_LIST_DIR}/WbGlCalls.cmake
  VERBATIM)
add_custom_target(wb_gl_calls DEPENDS ${glad_dir}/include/gl_calls.inc)
add_dependencies(wb_gl_calls wb_glad)
