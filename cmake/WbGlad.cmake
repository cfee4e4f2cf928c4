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
target_include_directories(wb_glad SYSTEM PUBLIC ${glad_dir}/include)
target_compile_options(wb_glad PRIVATE -w) # generated code, not ours to mend
