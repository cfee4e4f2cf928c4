"""Kernels that beginners write by accident, and worse ones: each compiles and runs, is refused with its file and line (by
the compiler, or by the guard before the driver), or ends the driver; then the program says so. The kernel machine looks into all that compile, and survives them."""
import os
import re
import resource
import select
import shutil
import signal
import subprocess
import sys
import time

from common import LIFE, SOURCE, environment, expect, finish, path, run, sanitized

KERNEL = "04_life/global.comp"
HEAD = """#version 430 core
layout(local_size_x = GROUP, local_size_y = GROUP) in;
layout(std430, binding = 0) restrict readonly buffer Cells { int cells[]; };
layout(std430, binding = 1) restrict writeonly buffer Next { int next[]; };
layout(location = 0) uniform ivec2 size;
"""
BEGIN = "int i = int(gl_GlobalInvocationID.y) * size.x + int(gl_GlobalInvocationID.x);\n"
RUNS, REFUSED, ANY = "runs", "is refused", "either"

# What the statements in main() do.
STATEMENTS = {
    "nothing": (RUNS, ""),
    "no semicolon": (REFUSED, "next[i] = 1"),
    "no such name": (REFUSED, "nxt[i] = 1;"),
    "brace too few": (REFUSED, "if (i > 3) { next[i] = 1;"),
    "brace too many": (REFUSED, "next[i] = 1; } }"),
    "int to uint": (REFUSED, "uint a = -1.0; next[i] = int(a);"),
    "float index": (REFUSED, "next[1.0] = 1;"),
    "writes what is readonly": (REFUSED, "cells[i] = 1;"),
    "reads what is writeonly": (REFUSED, "next[i] = next[i] + 1;"),
    "writes a uniform": (REFUSED, "size.x = 1;"),
    "writes an id": (REFUSED, "gl_GlobalInvocationID.x = 1u;"),
    "length as a field": (REFUSED, "next[i] = cells.length;"),
    "an array of a size that varies": (REFUSED, "int n = size.x; int a[n]; next[i] = a[0];"),
    "a constant index beyond": (REFUSED, "int a[4]; a[5] = 1; next[i] = a[5];"),
    "a fragment's position": (REFUSED, "next[i] = int(gl_FragCoord.x);"),
    "discard": (REFUSED, "discard;"),
    "a type of another language": (REFUSED, "auto a = 1; next[i] = a;"),
    "pointers": (REFUSED, "int *p = &next[i]; *p = 1;"),
    "printf": (REFUSED, 'printf("%d", i);'),
    "a missing argument": (REFUSED, "next[i] = min(1);"),
    "a return value of main": (REFUSED, "return 0;"),
    "a goto": (REFUSED, "goto end; end: next[i] = 1;"),
    "an index beyond a buffer": (RUNS, "next[i + 1000000] = 1;"),
    "a negative index": (RUNS, "next[i - 1000000] = cells[-1 - i];"),
    "an index beyond a local array": (ANY, "int a[4] = int[4](1, 2, 3, 4); next[i] = a[i & 7];"),
    "what is not initialised": (RUNS, "int a; if (i > 7) a = 1; next[i] = a;"),
    "division by zero": (RUNS, "next[i] = 7 / (size.x - size.x);"),
    "remainder by zero": (RUNS, "next[i] = 7 % (size.x - size.x);"),
    "the smallest by minus one": (RUNS, "next[i] = (-2147483647 - min(size.x, 1)) / -min(size.x, 1);"),
    "the smallest modulo minus one": (RUNS, "next[i] = (-2147483647 - min(size.x, 1)) % -min(size.x, 1);"),
    "a shift by too much": (RUNS, "next[i] = 1 << (size.x + 31); next[i] = 1 >> -size.x;"),
    "not a number as an int": (RUNS, "float a = sqrt(-float(size.x)); next[i] = int(a); next[i] = int(1.0 / (a - a));"),
    "too large a float as an int": (RUNS, "next[i] = int(1e30 * float(size.x)); next[i] = int(uint(-1e30 * float(size.x)));"),
    "an endless loop": (REFUSED, "int a = 0; while (true) { a++; if (a < 0) break; } next[i] = a;"),
    "an endless loop that does nothing": (ANY, "for (;;) {}"),
    "an unsigned that counts down": (REFUSED, "int a = 0; for (uint k = 3u; k >= 0u; k--) a++; next[i] = a;"),
    "a loop that waits for another": (REFUSED, "while (cells[i] != 12345) {} next[i] = 1;"),
    "a barrier in a branch": (ANY, "if (i > 7) barrier(); next[i] = 1;"),
    "a barrier in a loop": (ANY, "for (int k = 0; k < i % 3; k++) barrier(); next[i] = 1;"),
    "a return before a barrier": (ANY, "if (i > 7) return; barrier(); next[i] = 1;"),
    "a subtraction below zero": (RUNS, "uint a = gl_GlobalInvocationID.x - 1u; next[int(a)] = 1;"),
    "many iterations": (REFUSED, "int a = 0; for (int k = 0; k < 2000000000; k++) a += k ^ a; next[i] = a;"),
    "a deep branch": (ANY, "".join(f"if (i > {k}) {{ " for k in range(200)) + "next[i] = 1;" + "}" * 200),
    "deep parentheses": (ANY, "next[i] = " + "(" * 500 + "1" + ")" * 500 + ";"),
    "a long sum": (ANY, "next[i] = " + " + ".join(["i"] * 3000) + ";"),
    "a long name": (ANY, f"int {'n' * 5000} = 1; next[i] = {'n' * 5000};"),
    "many variables": (ANY, "".join(f"int v{k} = i + {k};\n" for k in range(1000)) + "next[i] = v1 + v999;"),
    "a large local array": (ANY, "int a[20000]; a[i & 7] = 1; next[i] = a[i & 15];"),
    "double": (ANY, "double a = 1.0lf / double(i); next[i] = int(a);"),
    "a percent sign": (REFUSED, "%s%n%d%n"),
    "words of another alphabet": (REFUSED, "int größe = 1; next[i] = größe;"),
    "a carriage return alone": (ANY, "// a comment\r next[i] = 1;"),
    "escape codes": (REFUSED, "\033[2J\033]0;gone\007"),
}
# What stands before main().
GLOBALS = {
    "recursion": (REFUSED, "int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }", "next[i] = f(size.x);"),
    "mutual recursion": (REFUSED, "int g(int n); int f(int n) { return g(n); } int g(int n) { return f(n); }", "next[i] = f(size.x);"),
    "a shared array of a megabyte": (REFUSED, "shared int large[262144];", "large[i & 7] = 1; barrier(); next[i] = large[i & 15];"),
    "a shared array of a terabyte": (REFUSED, "shared int large[2147483647][99];", "large[0][i & 7] = 1; barrier(); next[i] = large[0][i & 15];"),
    "a shared array without a size": (ANY, "shared int large[];", "large[i & 7] = 1; barrier(); next[i] = large[i & 15];"),
    "a shared array of a negative size": (REFUSED, "shared int large[-1];", "next[i] = 1;"),
    "shared memory just beyond": (ANY, "shared int few[4];", "few[i & 7] = 1; barrier(); next[i] = few[i & 7];"),
    "shared memory far beyond": (ANY, "shared int few[4];", "few[i * size.x * 65536] = 1; barrier(); next[i] = few[i * size.x * 65536 + 1];"),
    "a binding that is taken": (ANY, "layout(std430, binding = 0) buffer Other { int other[]; };", "other[i] = 1; next[i] = 1;"),
    "a binding beyond": (REFUSED, "layout(std430, binding = 9999) buffer Other { int other[]; };", "other[i] = 1;"),
    "a buffer that is not bound": (RUNS, "layout(std430, binding = 7) buffer Other { int other[]; };", "other[i] = 1; next[i] = other[i + 1];"),
    "a location that is taken": (ANY, "layout(location = 0) uniform int other;", "next[i] = other;"),
    "an include of itself": (REFUSED, f'#include "{KERNEL}"', ""),
    "an endless macro": (ANY, "#define A B\n#define B A", "int A = 1; next[i] = B;"),
    "a macro that doubles": (ANY, "#define D0 i\n" + "".join(f"#define D{k} (D{k - 1} + D{k - 1})\n" for k in range(1, 12)), "next[i] = D11;"),
    "a second version": (REFUSED, "#version 450", ""),
    "an unknown extension": (REFUSED, "#extension GL_NO_such : require", ""),
    "an error directive": (REFUSED, "#error nothing works", ""),
    "an open comment": (REFUSED, "/* and so on", ""),
    "an open #if": (REFUSED, "#if 1", ""),
    "a void variable": (REFUSED, "void v;", ""),
    "a struct in itself": (REFUSED, "struct s { s inner; };", ""),
    "an image without a format": (REFUSED, "uniform image2D picture;", "next[i] = int(imageLoad(picture, ivec2(0)).x);"),
    "a sampler that is not bound": (RUNS, "layout(binding = 5) uniform sampler2D picture;", "next[i] = int(texture(picture, vec2(0.5)).x);"),
    "a global that is not initialised": (RUNS, "int counter;", "next[i] = counter++;"),
    "two main functions": (REFUSED, "void main() {}", ""),
    "a thousand functions": (ANY, "int f0(int n) { return n; }\n" + "".join(f"int f{k}(int n) {{ return f{k - 1}(n) + {k}; }}\n" for k in range(1, 400)),
                             "next[i] = f399(i);"),
}
# Of all these, what is tried every time.
SOME = ("an endless loop", "shared memory far beyond", "a shared array of a terabyte", "recursion", "the smallest by minus one")
# Whole files.
FILES = {
    "empty": (REFUSED, ""), "no version": (REFUSED, HEAD.partition("\n")[2] + "void main() {}\n"),
    "an old version": (REFUSED, HEAD.replace("430 core", "120") + "void main() {}\n"),
    "a version of the future": (REFUSED, HEAD.replace("430", "990") + "void main() {}\n"),
    "no main": (REFUSED, HEAD), "no local size": (REFUSED, HEAD.replace("layout(local_size_x = GROUP, local_size_y = GROUP) in;", "") + "void main() {}\n"),
    "a group of none": (REFUSED, HEAD.replace("local_size_x = GROUP", "local_size_x = 0") + "void main() {}\n"),
    "a group of too many": (REFUSED, HEAD.replace("local_size_x = GROUP", "local_size_x = 4096") + "void main() {}\n"),
    "main with a value": (REFUSED, HEAD + "int main() { return 0; }\n"), "main with an argument": (REFUSED, HEAD + "void main(int a) {}\n"),
    "a vertex shader": (REFUSED, "#version 430 core\nvoid main() { gl_Position = vec4(0.0); }\n"),
    "C": (REFUSED, "#version 430 core\n#include <stdio.h>\nint main(void) { return 0; }\n"),
    "WGSL": (REFUSED, "@compute @workgroup_size(64) fn main() {}\n"),
    "only a version": (REFUSED, "#version 430 core"), "noise": (REFUSED, "#version 430 core\n" + "".join(chr(33 + k * 7919 % 90) for k in range(3000)) + "\n"),
}


def kernels():
    for name, (kind, statements) in STATEMENTS.items():
        yield name, kind, f"{HEAD}void main()\n{{\n{BEGIN}{statements}\n}}\n"
    for name, (kind, before, statements) in GLOBALS.items():
        yield name, kind, f"{HEAD}{before}\nvoid main()\n{{\n{BEGIN}{statements}\n}}\n"
    for name, (kind, text) in FILES.items():
        yield name, kind, text


def try_kernel(name, kind, text):
    with open(path("shaders", KERNEL), "w", encoding="utf-8", newline="") as file:
        file.write(text)
    words = [LIFE, "--headless", "--variant", "global", "--frames", "1", "--set", "width=24", "--set", "height=20", "--size", "24x20"]
    changes = {"WB_SHADERS": path("shaders")}
    result = run([*words, "--hash"], changes=changes, timeout=60)
    result.line += f"  # {name}"
    if "AddressSanitizer: SEGV" in result.err and "swrast_dri" in result.err:
        return "crashed the driver"  # a sanitizer says that, not we
    crashed = result.code == -signal.SIGSEGV  # a driver may
    expect(crashed or result.code in ((0,), (1,), (0, 1))[(RUNS, REFUSED, ANY).index(kind)], result, f"that it {kind}")
    errors = len(result.errors())
    expect(errors == (0 if result.code == 0 else 1), result, f"one message if it does not run, not {errors}")
    expect("\033" not in result.err, result, "nothing that commands a terminal")
    if result.code == 1:
        expect("global.comp" in result.err, result, "the file's name")
    if result.code != 0:
        return "crashed the driver" if crashed else "refused"
    if sanitized() and " loop" in name:
        return "ran"  # the kernel machine would go on for minutes
    inside = run([*words, "--kernels"], changes=changes, timeout=120)
    inside.line += f"  # {name}"
    expect(inside.code in (0, 1, 77) and "AddressSanitizer" not in inside.err, inside, "the kernel machine to survive")
    return "ran"


def test_patience():
    """Who waits for a frame of more than 20 s is told in which pass, and may end it. A bench goes on without it."""
    loop = STATEMENTS["an endless loop"][1]
    with open(path("shaders", KERNEL), "w", encoding="utf-8") as file:
        file.write(f"{HEAD}void main()\n{{\n{BEGIN}{loop}\n}}\n")
    words = ["--unguarded", "--variant", "global", "--set", "width=8192", "--set", "height=4096"]
    modes = {"--headless": -signal.SIGINT, "--check": -signal.SIGINT, "--watch": 0, "--measure": 77}
    running = {mode: subprocess.Popen([LIFE, mode, *words], env=environment({"WB_SHADERS": path("shaders")}), cwd=path("."),
                                      stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                                      start_new_session=True) for mode in modes}
    for mode, code in modes.items():
        program, line = running[mode], f"{LIFE} {mode} {' '.join(words)}  # with an endless loop"
        said = ""
        while "what to do" not in said and select.select([program.stderr], [], [], 60)[0]:
            word = os.read(program.stderr.fileno(), 1000).decode()
            said += word
            if not word:
                break
        expect(said.count("20 s, in the pass life") == 1 and "a loop in a kernel that never ends" in said, line,
               f"a word about the time and the pass, not '{said}'")
        if mode != "--measure":
            os.killpg(program.pid, signal.SIGINT)
        try:
            program.wait(20)
        except subprocess.TimeoutExpired:
            expect(False, line, "an end by Ctrl-C")
            os.killpg(program.pid, signal.SIGKILL)
        expect(program.wait() == code, line, f"exit status {code}, not {program.returncode}")


def test_crash():
    """What has crashed is said: the driver, or a disk that is full. Here the signals stand for them."""
    if sanitized():  # it has handlers of its own
        return
    for number, words in ((signal.SIGSEGV, "most likely the driver"), (signal.SIGBUS, "no room left")):
        program = subprocess.Popen([LIFE, "--headless", "--frames", "0"], env=environment(), cwd=path("."), stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        while program.poll() is None and not is_caught(program.pid, number):
            time.sleep(0.02)
        while program.poll() is None:  # a fault comes again when it has been told; so does this
            program.send_signal(number)
            time.sleep(0.1)
        said = program.communicate()[1]
        expect(program.returncode == -number and words in said, LIFE, f"'{words}' and an end by signal {number}, not '{said}'")


def is_caught(process, number):
    with open(f"/proc/{process}/status", encoding="utf-8") as file:
        return int(re.search(r"SigCgt:\t(\w+)", file.read())[1], 16) >> number - 1 & 1


ALL = sys.argv[3:] == ["all"]
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
shutil.copytree(os.path.join(SOURCE, "shaders"), path("shaders"))
outcomes = {}
for number, one in enumerate(kernels()):
    if not ALL and one[0] not in SOME:
        continue
    outcome = try_kernel(*one)
    outcomes[outcome] = outcomes.get(outcome, 0) + 1
test_crash()
if ALL:
    test_patience()
print(outcomes)
finish()
