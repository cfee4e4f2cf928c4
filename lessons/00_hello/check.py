#!/usr/bin/env python3
"""Compiles your C file as the text does, runs it on small pictures, and says what is wrong with what it makes of them.

Usage: check.py [--hint] [FILE.c]; without a name, tasks/brightness.c beside this script. ./wb check 0.1 calls it. With --hint it says
what may help with what is wrong.
Exit status: 0 solved, 1 not yet, 77 there is no C compiler. WB_BOX in the environment is a command that runs what is strange in a box.
"""
import base64
import os
import random
import shlex
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


def start(words, directory, writes=False, source=HERE):
    """Runs the words. In a box they see the directory, and change what is there only if they are to write; /tmp is their own."""
    box = shlex.split(os.environ.get("WB_BOX", ""))
    if box:
        words = [*box, "--read", HERE, "--read", os.path.dirname(source), "--write" if writes else "--read", directory, "--", *words]
    return subprocess.run(words, capture_output=True, text=True, errors="replace", timeout=60)


def not_yet(what, hint):
    print(f"NOT YET  {what}\n  task: brightness and contrast of a picture, as the comment in the file says")
    print(f"  hint: {HINTS[hint]}" if "--hint" in sys.argv[1:] else "  a hint: ./wb check 0.1 --hint; our solution: "
          "lessons/00_hello/solutions/brightness.c")
    sys.exit(1)


def write_ppm(path, width, height, pixels):
    with open(path, "wb") as file:
        file.write(b"P6\n%d %d\n255\n" % (width, height) + pixels)


# What is left is said behind the program's own words: the picture, and what the spy has seen.
RUN = '"$@" >&2; status=$?; echo; echo @@; base64 "$OUT" 2>&-; echo; echo @@; cat "$WB_SPY_LOG" 2>&-; exit $status'


class Ran:
    """`picture`: None if there is no new one."""

    def __init__(self, done):
        words, picture, self.mistakes = ("\n@@\n\n@@\n" + done.stdout).rsplit("\n@@\n", 2)
        self.status, self.messages = done.returncode, (words.replace("\n@@\n", "") + done.stderr).strip()[:1000]
        self.picture = base64.b64decode(picture + "==") if picture.strip() and self.status == 0 else None


def run(program, directory, brightness, contrast, changes=None):
    place = "/tmp" if os.environ.get("WB_BOX") else directory
    out, log = os.path.join(place, "out.ppm"), os.path.join(place, "spy.log")
    for left in (out, log) if place == directory else ():
        if os.path.exists(left):
            os.remove(left)
    changed = [f"{name}={value}" for name, value in (changes or {}).items()]
    return Ran(start(["env", f"OUT={out}", f"WB_SPY_LOG={log}", "sh", "-c", RUN, "sh", "env", *changed, program,
                      os.path.join(directory, "in.ppm"), out, str(brightness), str(contrast)], directory))


def adjusted(pixels, setting):
    return [min(max((v - 128) * setting[1] / 100 + 128 + setting[0], 0), 255) for v in pixels]


def is_right(got, wanted):
    return len(got) == len(wanted) and all(abs(a - b) <= 1 for a, b in zip(got, wanted))


def check_calls(program, directory, size, setting):
    """What a right picture does not show: see spy.c."""
    spy = os.path.join(directory, "spy.so")
    built = start(["cc", "-shared", "-fPIC", os.path.join(HERE, "spy.c"), "-o", spy, "-ldl"], directory, writes=True)
    if built.returncode != 0:
        print("not looked into: guard, barrier, and whether the kernel computes; spy.c does not compile here")
        return
    pixels = random.Random(size[0]).randbytes(3 * size[0] * size[1])
    write_ppm(os.path.join(directory, "in.ppm"), *size, pixels)
    idle = run(program, directory, *setting, changes={"LD_PRELOAD": spy, "WB_SPY_IDLE": "1"})
    if idle.picture is not None and is_right(idle.picture[-len(pixels):], adjusted(pixels, setting)):
        not_yet("the picture is right with glDispatchCompute left out: no kernel computes it", "kernel")
    mistakes = run(program, directory, *setting, changes={"LD_PRELOAD": spy}).mistakes
    if "behind" in mistakes:
        not_yet(f"right here, but the kernel writes behind the end of a buffer, for {len(pixels)} bytes", "guard")
    if "barrier" in mistakes:
        not_yet("right here, but no barrier stands between the dispatch and reading back", "barrier")


def check_picture(program, directory, size, setting):
    pixels = random.Random(size[0]).randbytes(3 * size[0] * size[1])
    write_ppm(os.path.join(directory, "in.ppm"), *size, pixels)
    ran = run(program, directory, *setting)
    where = f"{size[0]} x {size[1]} pixels, brightness {setting[0]}, contrast {setting[1]}"
    if ran.picture is None:
        not_yet(f"{where}: exit status {ran.status}, and no new picture\n{ran.messages}", "run")
    got = ran.picture[-len(pixels):]
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
            built = start(["cc", source, "-I", HERE, "-o", program, "-lEGL", "-lm"], directory, writes=True, source=source)
        except FileNotFoundError:
            print("skipped: there is no cc")
            sys.exit(77)
        if built.returncode != 0:
            not_yet(f"{source} does not compile:\n{built.stdout}{built.stderr}", "compile")
        for setting in SETTINGS:
            check_picture(program, directory, PICTURES[-1], setting)
        for size in PICTURES[:-1]:
            check_picture(program, directory, size, SETTINGS[3])
        if run(program, directory, *SETTINGS[1], changes=NO_DRIVER).status == 0:
            not_yet("without an OpenGL driver, its exit status is 0", "driver")
        check_calls(program, directory, PICTURES[-1], SETTINGS[4])
    print(f"solved: {len(SETTINGS)} settings, {len(PICTURES)} pictures")


main()
