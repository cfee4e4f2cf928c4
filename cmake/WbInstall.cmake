# cmake --install BUILD: the libraries, their headers and the building blocks' shaders, for programs outside this tree:
#   find_package(workbench 1.0 REQUIRED)
#   target_link_libraries(program PRIVATE workbench::compute)  # or ::machine, without OpenGL
# tests/outside/ is such a program. The libraries look for the shaders under the prefix of the configuration.
include(CMakePackageConfigHelpers)
set(wb_package ${CMAKE_INSTALL_LIBDIR}/cmake/workbench)
set(wb_headers ${CMAKE_INSTALL_INCLUDEDIR}/workbench)

if(WIN32)
  set(wb_egl egl)
endif()
foreach(library ${wb_egl} glad os core base machine gl watch compute water lesson)
  set_target_properties(wb_${library} PROPERTIES EXPORT_NAME ${library})
  target_include_directories(wb_${library} INTERFACE $<INSTALL_INTERFACE:${wb_headers}>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_DATADIR}/workbench/shaders>) # the building blocks' slots.h
  install(TARGETS wb_${library} EXPORT workbench ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
endforeach()
install(TARGETS machine DESTINATION ${CMAKE_INSTALL_BINDIR})
install(EXPORT workbench FILE workbenchTargets.cmake NAMESPACE workbench:: DESTINATION ${wb_package})

install(DIRECTORY machine common/os common/base common/gl common/watch common/compute common/water DESTINATION ${wb_headers} FILES_MATCHING PATTERN *.h PATTERN tests EXCLUDE)
install(FILES common/lesson/lesson.h common/lesson/picture_file.h DESTINATION ${wb_headers}/lesson)
install(FILES common/bench/cost.h DESTINATION ${wb_headers}/bench)
install(DIRECTORY ${glad_dir}/include/glad ${glad_dir}/include/KHR DESTINATION ${wb_headers})
install(DIRECTORY shaders DESTINATION ${CMAKE_INSTALL_DATADIR}/workbench PATTERN "[0-9][0-9]_*" EXCLUDE)

configure_package_config_file(cmake/workbenchConfig.cmake.in ${PROJECT_BINARY_DIR}/workbenchConfig.cmake
  INSTALL_DESTINATION ${wb_package} NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/workbenchConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/workbenchConfig.cmake ${PROJECT_BINARY_DIR}/workbenchConfigVersion.cmake
  cmake/WbLibraries.cmake DESTINATION ${wb_package})
