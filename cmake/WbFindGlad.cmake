# Finds glad 2, which generates the OpenGL loader: WB_GLAD. glad 1 has the same name and other options, so of several on the
# PATH the first that is glad 2 is taken.
function(wb_is_glad_2 result program)
  execute_process(COMMAND ${program} --help OUTPUT_VARIABLE help ERROR_VARIABLE error RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    string(STRIP "${error}" error)
    set(refused "${program} does not run (${status}): ${error}")
  elseif(help MATCHES "--generator")
    set(refused "${program} is glad 1, whose options differ.")
  else()
    return()
  endif()
  set_property(GLOBAL APPEND_STRING PROPERTY WB_REFUSED_GLAD "\n  ${refused}")
  set(${result} FALSE PARENT_SCOPE)
endfunction()

find_program(WB_GLAD glad VALIDATOR wb_is_glad_2)
if(NOT WB_GLAD)
  get_property(refused GLOBAL PROPERTY WB_REFUSED_GLAD)
  message(FATAL_ERROR "The OpenGL loader generator glad 2 is missing.${refused}\n"
    "  On Debian and Ubuntu: sudo apt-get install python3-glad\n"
    "  or let ./wb setup install everything that is needed.\n"
    "  Elsewhere: pipx install glad2. One that is not on the PATH: cmake -D WB_GLAD=/its/path ...")
endif()
