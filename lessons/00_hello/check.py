#!/usr/bin/env python3
"""Compiles your C file as the text does, runs it on small pictures, and says what is wrong with what it makes of them.

Usage: check.py [--hint] [FILE.c]; without a name, tasks/brightness.c beside this script. ./wb check 0.1 calls it. With --hint it says
what may help with what is wrong.
Exit status: 0 solved, 1 not yet, 77 there is no C compiler.
"""
import os
import random
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
PICTURES = [(1, 1), (7, 5), (67, 43)]  # width and height: bytes that are no multiple of 4, nor of a work group
SETTINGS = [(0, 100), (40, 100), (-70, 100), (0, 150), (25, 40), (10, 0)]  # brightness, contrast
# No driver is found behind these.
NO_DRIVER = {"__EGL_VENDOR_LIBRARY_FILENAMES": "/nonexistent.json", "LIBGL_DRIVERS_PATH": "/nonexistent"}
HINTS = {
    "compile": "the compiler's first message is the one to read",
    "run": "a program that fails should say which call failed: print, as hello.c does",
    "same": "the picture has not changed: does adjust() do anything yet? Start from a copy of hello.c's functions",
    "wrong": "GLSL 4.30 has no bytes. The plain way: an int for each byte in a buffer of 4 * count bytes, filled "
             "and emptied by a loop on the CPU",
    "kernel": "the kernel has to compute the new bytes: what the CPU does is to widen them, and to narrow them again",
    "guard": "the last work group is seldom full. An invocation beyond the last byte must not write: in hello.c, `if` says so",
    "barrier": "glMemoryBarrier names the next reader: for glGetBufferSubData and glMapBuffer it is GL_BUFFER_UPDATE_BARRIER_BIT",
    "driver": "nothing was computed on the GPU, or an error was not looked at: without a driver the program has to fail",
}


def not_yet(what, hint):
    print(f"NOT YET  {what}\n  task: brightness and contrast of a picture, as the comment in the file says")
    print(f"  hint: {HINTS[hint]}" if "--hint" in sys.argv[1:] else "  a hint: ./wb check 0.1 --hint; our solution: "
          "lessons/00_hello/solutions/brightness.c")
    sys.exit(1)


def write_ppm(path, width, height, pixels):
    with open(path, "wb") as file:
        file.write(b"P6\n%d %d\n255\n" % (width, height) + pixels)


def run(program, directory, brightness, contrast, changes=None):
    """Exit status and messages; the new picture is out.ppm."""
    out = os.path.join(directory, "out.ppm")
    if os.path.exists(out):
        os.remove(out)
    words = [program, os.path.join(directory, "in.ppm"), out, str(brightness), str(contrast)]
    done = subprocess.run(words, capture_output=True, text=True, errors="replace", timeout=60,
                          env={**os.environ, **(changes or {})})
    return done.returncode, done.stderr


def adjusted(pixels, setting):
    return [min(max((v - 128) * setting[1] / 100 + 128 + setting[0], 0), 255) for v in pixels]


def is_right(got, wanted):
    return len(got) == len(wanted) and all(abs(a - b) <= 1 for a, b in zip(got, wanted))


def check_calls(program, directory, size, setting):
    """What a right picture does not show: see spy.c."""
    spy, log = os.path.join(directory, "spy.so"), os.path.join(directory, "spy.log")
    built = subprocess.run(["cc", "-shared", "-fPIC", os.path.join(HERE, "spy.c"), "-o", spy, "-ldl"], capture_output=True)
    if built.returncode != 0:
        print("not looked into: guard, barrier, and whether the kernel computes; spy.c does not compile here")
        return
    pixels = random.Random(size[0]).randbytes(3 * size[0] * size[1])
    write_ppm(os.path.join(directory, "in.ppm"), *size, pixels)
    spied = {"LD_PRELOAD": spy, "WB_SPY_LOG": log}
    out = os.path.join(directory, "out.ppm")
    status, _ = run(program, directory, *setting, changes={**spied, "WB_SPY_IDLE": "1"})
    if status == 0 and os.path.exists(out):
        with open(out, "rb") as file:
            if is_right(file.read()[-len(pixels):], adjusted(pixels, setting)):
                not_yet("the picture is right with glDispatchCompute left out: no kernel computes it", "kernel")
    run(program, directory, *setting, changes=spied)
    mistakes = ""
    if os.path.exists(log):
        with open(log, encoding="utf-8") as file:
            mistakes = file.read()
    if "behind" in mistakes:
        not_yet(f"right here, but the kernel writes behind the end of a buffer, for {len(pixels)} bytes", "guard")
    if "barrier" in mistakes:
        not_yet("right here, but no barrier stands between the dispatch and reading back", "barrier")


def check_picture(program, directory, size, setting):
    pixels = random.Random(size[0]).randbytes(3 * size[0] * size[1])
    write_ppm(os.path.join(directory, "in.ppm"), *size, pixels)
    status, messages = run(program, directory, *setting)
    where = f"{size[0]} x {size[1]} pixels, brightness {setting[0]}, contrast {setting[1]}"
    if status != 0 or not os.path.exists(os.path.join(directory, "out.ppm")):
        not_yet(f"{where}: exit status {status}, and no new picture\n{messages}", "run")
    with open(os.path.join(directory, "out.ppm"), "rb") as file:
        got = file.read()[-len(pixels):]
    wanted = adjusted(pixels, setting)
    wrong = [i for i in range(len(pixels)) if i >= len(got) or abs(got[i] - wanted[i]) > 1]
    if wrong:
        i = wrong[0]
        not_yet(f"{where}: {len(wrong)} of {len(pixels)} bytes are wrong; byte {i} was {pixels[i]}: got "
                f"{got[i] if i < len(got) else 'nothing'}, expected {wanted[i]:.0f}", "same" if got == pixels else "wrong")


def main():
    files = [word for word in sys.argv[1:] if word != "--hint"]
    source = os.path.realpath(files[0]) if files else os.path.join(HERE, "tasks", "brightness.c")
    with tempfile.TemporaryDirectory() as directory:
        program = os.path.join(directory, "brightness")
        try:
            built = subprocess.run(["cc", source, "-I", HERE, "-o", program, "-lEGL", "-lm"], capture_output=True, text=True,
                                   errors="replace")
        except FileNotFoundError:
            print("skipped: there is no cc")
            sys.exit(77)
        if built.returncode != 0:
            not_yet(f"{source} does not compile:\n{built.stderr}", "compile")
        for setting in SETTINGS:
            check_picture(program, directory, PICTURES[-1], setting)
        for size in PICTURES[:-1]:
            check_picture(program, directory, size, SETTINGS[3])
        if run(program, directory, *SETTINGS[1], changes=NO_DRIVER)[0] == 0:
            not_yet("without an OpenGL driver, its exit status is 0", "driver")
        check_calls(program, directory, PICTURES[-1], SETTINGS[4])
    print(f"solved: {len(SETTINGS)} settings, {len(PICTURES)} pictures")


main()
