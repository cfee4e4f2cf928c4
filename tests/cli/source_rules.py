#!/usr/bin/env python3
"""Rules of the house that a program can check.

Usage: source_rules.py SOURCE. Exit status: 0 good, 1 a rule is broken.

- #includes run downwards through the rooms.
- A number that C and GLSL share stands once, in a slots.h: outside of lessons 00 to 04, which teach with numbers, no
  location and no binding is a number, neither in GLSL nor in C; C and GLSL use every name of a slots.h, in the same role;
  and C injects no name of a slots.h, for the kernel includes that itself. (GLSL need not use each name of an enumeration.)
- What differs between systems is in common/os/: elsewhere no header but C's own and the libraries', and no word of a system.
- common/ reads buffers in one place, gl/read_back.c, by way of a copy: one driver hands out old words otherwise.
- No barrier without a named reader: GL_ALL_BARRIER_BITS is not used, and every glMemoryBarrier has a comment beside it.
"""
import functools
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "..", "tools"))
from rooms import PLACES  # noqa: E402

FLOORS = {room: place[0] for room, place in PLACES.items() if room not in ("lessons", "main")}  # rooms of one number are on one floor
ROOF = max(place[0] for place in PLACES.values())


def c_files(source, *directories):
    for directory in directories:
        for path, _, names in os.walk(os.path.join(source, directory)):
            for name in sorted(names):
                if name.endswith((".c", ".h", ".cpp")):
                    yield os.path.relpath(os.path.join(path, name), source)


@functools.cache
def lines_of(source, file):
    with open(os.path.join(source, file), encoding="utf-8") as stream:
        return stream.read().splitlines()


def check_includes(source):
    for file in c_files(source, "common", "machine"):
        own = FLOORS.get(file.removeprefix("common/").split("/")[0], ROOF)  # main.c is the roof
        for number, line in enumerate(lines_of(source, file), 1):
            match = re.match(r'#include "([a-z]+)/', line)
            if match and match.group(1) in FLOORS and FLOORS[match.group(1)] > own:
                yield f"{file}:{number}: includes a higher floor: {line}"
            if "lessons/" in line and line.startswith("#include"):
                yield f"{file}:{number}: common/ knows no lesson: {line}"


def check_barriers(source):
    for file in c_files(source, "common", "lessons"):
        lines = lines_of(source, file)
        if "/tasks/" in file:  # the learner's
            continue
        if "/barrier" in file:  # it speaks of barriers, and issues none of its own
            continue
        for number, line in enumerate(lines, 1):
            if "GL_ALL_BARRIER_BITS" in line:
                yield f"{file}:{number}: GL_ALL_BARRIER_BITS names no reader"
            if re.search(r"\bglMemoryBarrier\(", line) and not line.strip().startswith(("//", "*", ".")):
                around = "\n".join(lines[max(0, number - 4):number])
                if "//" not in around:
                    yield f"{file}:{number}: no comment says who reads behind this barrier"


def glsl_files(source):
    for path, _, names in os.walk(os.path.join(source, "shaders")):
        folder = os.path.relpath(path, os.path.join(source, "shaders")).split("/")[0]
        for name in sorted(names):
            if not re.match(r"0[0-4]_", folder) and name.endswith((".comp", ".vert", ".frag", ".glsl")):
                yield folder, os.path.relpath(os.path.join(path, name), source)


def c_callers(source):
    """Files in C that call OpenGL for kernels of a slots.h, as pairs of a folder and a file."""
    for file in c_files(source, "common", "lessons"):
        folder = file.split("/")[1]
        if not re.match(r"0[0-4]_", folder):
            yield folder, file


# What a name is for, by where it stands. A learner's own lines may have numbers, and so may `out` variables, whose number
# is that of an attachment.
GLSL_ROLES = ((r"\blocation *= *(\w+)[^)]*\)\s*(?:\w+\s+)*?uniform\b", "uniform"),
              (r"\blocation *= *(\w+)[^)]*\)\s*(?:flat\s+)?in\b", "attribute"),
              (r"\bbinding *= *(\w+)[^)]*\)[^;{]*\b(?:buffer|uniform)\s+\w+\s*\{", "block"),
              (r"\bbinding *= *(\w+)[^)]*\)[^;{]*\buniform\b[^;{]*;", "unit"))
C_ROLES = ((r"\bglUniform(?:Matrix)?\w*\(\s*(\w+)", "uniform"),
           (r"\bglProgramUniform\w*\([^,]+,\s*(\w+)", "uniform"),
           (r"\bglBindBuffer(?:Base|Range)\([^,]+,\s*(\w+)", "block"),
           (r"\bbind\w*\(([A-Z0-9_]+|\d+),", "block"),
           (r"\bglBindImageTexture\(\s*(\w+)", "unit"),
           (r"\bGL_TEXTURE0 \+ (\w+)", "unit"),
           (r"\bgl(?:Enable)?VertexAttrib(?:Array|I?Pointer)\(\s*(\w+)", "attribute"))


def uses_in(source, files, roles):
    """What files name, as (folder, file, line, name, role)."""
    for folder, file in files:
        text = "\n".join(lines_of(source, file))
        text = re.sub(r"--- your lines from here ---.*?--- to here ---", lambda own: "\n" * own.group().count("\n"), text,
                      flags=re.S)
        for pattern, role in roles:
            for match in re.finditer(pattern, text):
                yield folder, file, text.count("\n", 0, match.start()) + 1, match.group(1), role


def names_of(source):
    """Names of all slots.h, with the file."""
    shaders = os.path.join(source, "shaders")
    for folder in sorted(os.listdir(shaders)):
        file = f"shaders/{folder}/slots.h"
        if os.path.exists(os.path.join(source, file)):
            for line in lines_of(source, file):
                match = re.match(r"#define (\w+) \S", line)
                if match:
                    yield folder, match.group(1)


@functools.cache
def kin_of(source, folder, name):
    """The names of the same enumeration: what is defined in the lines around it."""
    lines = lines_of(source, f"shaders/{folder}/slots.h")
    at = next(i for i, line in enumerate(lines) if re.match(rf"#define {name}\b", line))
    first = at
    while lines[first - 1].startswith("#define "):
        first -= 1
    kin = set()
    while first < len(lines) and lines[first].startswith("#define "):
        kin.add(lines[first].split()[1])
        first += 1
    return kin


def check_numbers(source):
    uses = [*uses_in(source, glsl_files(source), GLSL_ROLES), *uses_in(source, c_callers(source), C_ROLES)]
    for folder, file, line, name, role in uses:
        if name.isdigit():
            yield f"{file}:{line}: {role} {name} is a number; a name in slots.h could be read on both sides"


@functools.cache
def words_of(source, folder, is_block):
    """Every word of the C files that may use a slots.h, and of the shaders that do."""
    in_c, in_glsl = set(), set()
    for other, file in c_callers(source):
        if is_block or other == folder:
            in_c.update(re.findall(r"\w+", "\n".join(lines_of(source, file))))
    for other, file in glsl_files(source):
        if is_block or other == folder:
            in_glsl.update(re.findall(r"\w+", "\n".join(lines_of(source, file))))
    return in_c, in_glsl


def check_names(source):
    in_glsl = {*uses_in(source, glsl_files(source), GLSL_ROLES)}
    in_c = {*uses_in(source, c_callers(source), C_ROLES)}
    for folder, name in names_of(source):
        is_block = not re.match(r"\d\d_", folder)
        words_c, words_glsl = words_of(source, folder, is_block)
        where = f"shaders/{folder}/slots.h: {name}"
        roles_glsl = {use[4] for use in in_glsl if use[3] == name and (is_block or use[0] == folder)}
        roles_c = {use[4] for use in in_c if use[3] == name and (is_block or use[0] == folder)}
        if name not in words_c and roles_glsl - {"unit"}:  # unit 0 needs no call
            yield f"{where} is used by GLSL alone"
        if name not in words_glsl and (roles_c or not words_glsl & kin_of(source, folder, name)):
            yield f"{where} is used by C alone"
        if roles_glsl and roles_c and roles_glsl != roles_c:
            yield f"{where} is {' and '.join(sorted(roles_glsl))} in GLSL, and {' and '.join(sorted(roles_c))} in C"


def check_injected(source):
    names = {}
    for folder, name in names_of(source):
        names.setdefault(name, set()).add(folder)
    for folder, file in c_callers(source):
        text = "\n".join(lines_of(source, file))
        for match in re.finditer(r'\{"\w+", (\w+)\}', text):
            folders = names.get(match.group(1), ())
            if any(folder == own or not re.match(r"\d\d_", own) for own in folders):
                line = text.count("\n", 0, match.start()) + 1
                yield f"{file}:{line}: injects {match.group(1)}, which the kernel has from slots.h"


def check_read_backs(source):
    for file in c_files(source, "common"):
        for number, line in enumerate(lines_of(source, file), 1):
            code = re.sub(r'//.*|/\*.*|^ \*.*|"[^"]*"', "", line)
            if re.search(r"gl(GetBufferSubData|MapBuffer)", code) and file != "common/gl/read_back.c":
                yield f"{file}:{number}: reads a buffer, not by wb_read_back()"


# ---- Systems ----

# C's, but for signal.h and threads.h, whose functions are not the same everywhere; getopt_long() and utime() are in every compiler's library.
C_HEADERS = {"assert.h", "ctype.h", "errno.h", "float.h", "getopt.h", "inttypes.h", "limits.h", "math.h", "setjmp.h", "stdarg.h",
             "stdbool.h", "stddef.h", "stdint.h", "stdio.h", "stdlib.h", "string.h", "time.h", "utime.h", "emscripten.h", "gl_calls.inc"}
LIBRARIES = {"EGL", "GL", "GLFW", "SPIRV", "backends", "cglm", "editline", "glad", "glslang", "stb"}
ALONE = {"cmocka.h", "imgui.h"}
SYSTEMS = r"\b(_WIN32|_WIN64|__MINGW32__|__linux__|__unix__|__APPLE__)\b"
# Files of one system: what they are for is not there on another.
OF_LINUX = {
    "lessons/00_hello/spy.c": "comes between a program and its libraries, by LD_PRELOAD",
    "lessons/04_life/tests/fuzz_rle.c": "libFuzzer",
    "machine/tests/test_out_of_memory.c": "a limit on memory that fails an allocation",
    "tests/faults/inject.c": "comes between a program and its libraries, by LD_PRELOAD",
    "tests/gl/test_panel.cpp": "reads what the panel prints to stderr",
    "tests/unit/limit_posix.c": "a limit on the size of files; limit_windows.c is its other half",
}


def check_systems(source):
    for file in c_files(source, "common", "machine", "lessons", "tools", "tests"):
        if file.startswith("common/os/") or file in OF_LINUX:
            continue
        for number, line in enumerate(lines_of(source, file), 1):
            match = re.match(r"\s*#\s*include\s*<([^>]+)>", line)
            name = match.group(1) if match else "string"
            known = name in C_HEADERS | ALONE or name.split("/")[0] in LIBRARIES or "." not in name
            if not known and not file.startswith("tests/outside/"):  # there our own headers are the system's
                yield f"{file}:{number}: <{name}> belongs to a system: common/os/ has what differs between them"
            if re.search(SYSTEMS, line):
                yield f"{file}:{number}: only common/os/ knows the system: {line.strip()}"


def main():
    source = sys.argv[1]
    faults = [*check_includes(source), *check_systems(source), *check_barriers(source), *check_read_backs(source), *check_numbers(source), *check_names(source),
              *check_injected(source)]
    print("\n".join(faults))
    print(f"{len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
