"""What the guard refuses does not reach the driver: kernels that never end, divide a group at a barrier(), or leave shared memory,
in a run, a task, --watch, and a window; loops that are only long do."""
import os
import re
import shutil
import signal
import subprocess
import sys
import time

from common import LIFE, SOURCE, WORK, Display, environment, expect, finish, path, run

sys.path.insert(0, os.path.join(SOURCE, "tests", "window"))
from window import Window  # noqa: E402

KERNEL, TASK = "04_life/global.comp", "04_life/tasks/gas.comp"
SHADERS = {"WB_SHADERS": path("shaders")}
HEAD = """#version 430 core
layout(local_size_x = GROUP, local_size_y = GROUP) in;
layout(std430, binding = 0) restrict readonly buffer Cells { int cells[]; };
layout(std430, binding = 1) restrict writeonly buffer Next { int next[]; };
layout(location = 0) uniform ivec2 size;
shared int few[4];
void main()
{
    int i = int(gl_GlobalInvocationID.y) * size.x + int(gl_GlobalInvocationID.x), lane = int(gl_LocalInvocationIndex), a = 0;
"""
LINE = HEAD.count("\n") + 1  # of what is put there
LOOP, BARRIER, SHARED = "endless-loop", "barrier-divergence", "out-of-bounds"
# What each does, and the finding.
REFUSED = {
    "while (true)": (LOOP, "while (true) { a++; if (a < 0) break; }"),
    "that does nothing": (LOOP, "for (;;) {}"),
    "an end that a float does not reach": (LOOP, "float x = 0.5; while (x < 1.0) x += 1e-9; a = int(x);"),
    "a float that steps over the end": (LOOP, "float x = 0.0; while (x != 1.0) x += 0.3; a = int(x);"),
    "that waits for data": (LOOP, "while (cells[i] != 12345) a++;"),
    "a list that is a ring": (LOOP, "a = lane; do a = (a * 5 + 3) % 1024; while (a >= 0);"),
    "an unsigned that counts down": (LOOP, "for (uint k = 3u; k >= 0u; k--) a++;"),
    "two thousand million turns": (LOOP, "for (int k = 0; k < 2000000000; k++) a += k ^ a;"),
    "fifty million turns of much work": (LOOP, "for (int k = 0; k < 50000000; k++) { "
                                               + "a += k ^ a; a ^= a >> 3; a *= 5; " * 4 + "}"),
    "round a loop that ends": (LOOP, "while (true) { for (int k = 0; k < 1000; k++) a += k; if (a == 12345) break; }"),
    "round two loops that end": (LOOP, "while (true) { for (int k = 0; k < 20; k++) for (int l = 0; l < 9; l++) a += k * l; if (a == -5) break; }"),
    "in two loops": (LOOP, "for (int k = 0; k < 9; k++) for (int l = 0; l < 9; l++) for (int m = 0; m != 7; m += 2) a += k * l;"),
    "of one lane": (LOOP, "if (i == 5) while (true) { a++; if (a < 0) break; }"),
    "in the last group": (LOOP, "if (gl_WorkGroupID.xy == gl_NumWorkGroups.xy - 1u) while (true) { a++; if (a < 0) break; }"),
    "a flag that nothing sets": (LOOP, "bool done = false; while (!done) { a++; if (a == -5) done = true; }"),
    "with a barrier()": (LOOP, "while (true) { barrier(); a++; if (a < 0) break; }"),
    "a barrier() in a branch": (BARRIER, "if (lane > 7) barrier();"),
    "a return before a barrier()": (BARRIER, "if (lane > 7) return; barrier();"),
    "a barrier() in a loop": (BARRIER, "for (int k = 0; k < lane % 3; k++) barrier();"),
    "a shared index beyond": (SHARED, "few[lane] = 1;"),
    "a shared index below": (SHARED, "few[lane - 300] = 1;"),
}
RIGHT = {
    "three million turns": "for (int k = 0; k < 3000000; k++) a += k ^ a;",
    "ten million, in one lane": "if (i == 0) for (int k = 0; k < 10000000; k++) a += k ^ a;",
    "fifty million, in one lane": "if (i == 0) for (int k = 0; k < 50000000; k++) a += k ^ a;",
    "with two ends": "for (int k = 0; k < 3000000 && a != 77; k++) a += k ^ a;",
    "that counts down": "int k = 3000000; while (k > 0) { k -= 2; a ^= k; }",
    "of floats": "float x = 0.0; while (x < 300.0) x += 0.001; a = int(x);",
    "in a loop": "for (int k = 0; k < 1000; k++) for (int l = 0; l < 1000; l++) a += k ^ l;",
    "short, in two loops": "for (int k = 0; k < 1000; k++) for (int l = 0; l < 9; l++) for (int m = 0; m < 49; m++) a += k ^ l * m;",
    "long in one lane, in a loop": "for (int k = 0; k < 50; k++) for (int l = 0; l < (lane == 5 ? 20000 : 3); l++) a += k ^ l;",
    "a flag that is set at the end": "bool done = false; while (!done) { a++; if (a == 3000000) done = true; }",
    "that its data ends": "int s = 0; for (int k = 0; k < 64; k++) s += abs(cells[k]); while (s == 0) a++; a = s;",
    "a break at the end": "while (true) { a++; if (a == 3000000) break; }",
}


def save(file, text):
    """As editors do: by a rename."""
    with open(path("new"), "w", encoding="utf-8") as out:
        out.write(text)
    os.replace(path("new"), path("shaders", file))


def text_of(file):
    with open(os.path.join(SOURCE, "shaders", file), encoding="utf-8") as source:
        return source.read()


def kernel(statements):
    return f"{HEAD}{statements}\n    next[i] = a;\n}}\n"


def run_kernel(statements, *words, size=48):
    save(KERNEL, kernel(statements))
    return run([LIFE, "--headless", "--variant", "global", "--frames", "1", "--set", f"width={size}", "--set", f"height={size}", "--hash",
                *words], changes=SHADERS, timeout=100)


def test_refused():
    for name, (code, statements) in REFUSED.items():
        result = run_kernel(statements)
        result.line += f"  # {name}"
        expect(result.code == 1 and len(result.errors()) == 1, result, "a refusal, with one message")
        expect(f"error: {code}: " in result.err and f"{KERNEL}:{LINE}: " in result.err, result, f"{code}, with file and line")
        expect("the driver was not given this kernel" in result.err, result, "what came of it")


def test_right():
    """The loops are long, and end: what they leave is what the driver makes of them unguarded."""
    for name, statements in RIGHT.items():
        result, unguarded = run_kernel(statements, size=8), run_kernel(statements, "--unguarded", size=8)
        result.line += f"  # {name}"
        expect(result.code == 0 and result.out.split("hash ")[-1] == unguarded.out.split("hash ")[-1], result, "the driver's result")


def test_unguarded():
    """A barrier() that not all reach: llvmpipe forgives it."""
    statements = REFUSED["a barrier() in a branch"][1]
    expect(run_kernel(statements).code == 1, KERNEL, "a refusal")
    result = run_kernel(statements, "--unguarded")
    expect(result.code == 0 and not result.errors(), result, "--unguarded to let it through")


def test_task():
    """In a task it is a task that is not solved yet, and the command that is named opens the debugger in the kernel."""
    shipped, solved = text_of(TASK), text_of("04_life/solutions/gas.comp")
    begin = "void main()\n{\n"
    expect(begin in solved, TASK, begin)
    for code, statements in (REFUSED["while (true)"], REFUSED["a return before a barrier()"], REFUSED["a shared index beyond"]):
        save(TASK, solved.replace(begin, f"shared int few[4];\n{begin}int a = 0, lane = int(gl_LocalInvocationIndex);\n{statements}\n"))
        result = run([LIFE, "--task", "gas"], changes=SHADERS)
        expect(result.code == 1 and f"error: {code}: " in result.err and f"{TASK}:" in result.err, result, f"{code}, with the file")
        expect("NOT YET" in result.out and "after 1 frame\n" in result.err, result, "a task that is not yet solved, in its first frame")
        expect(result.seconds < 30, result, "an end at once")
    save(TASK, shipped)


def test_watch():
    solved = text_of("04_life/solutions/gas.comp")
    save(TASK, solved)
    output = open(path("watch.txt"), "w+", encoding="utf-8")
    watched = subprocess.Popen([LIFE, "--watch", "--task", "gas"], env=environment(SHADERS), cwd=WORK, stdout=output,
                               stderr=subprocess.STDOUT)
    at = wait_for(output, 0, "solved   gas", watched)
    begin = "void main()\n{\n"
    for code, statements in (REFUSED["an end that a float does not reach"], REFUSED["a barrier() in a branch"]):
        save(TASK, solved.replace(begin, f"{begin}int a = 0, lane = int(gl_LocalInvocationIndex);\n{statements}\n"))
        at = wait_for(output, at, f"error: {code}: (.|\n)*NOT YET", watched)
        save(TASK, solved)
        at = wait_for(output, at, "solved   gas", watched)
    watched.send_signal(signal.SIGINT)
    expect(watched.wait(20) == 0, "--watch", "an end by Ctrl-C")
    save(TASK, text_of(TASK))


def wait_for(output, at, pattern, process, seconds=40):
    """Until the pattern stands behind `at` in the file; where it ends there."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and process.poll() is None:
        output.seek(0)
        text = output.read()
        match = re.compile(pattern).search(text, at)
        if match:
            return match.end()
        time.sleep(0.02)
    output.seek(0)
    expect(False, output.read()[at:], f"'{pattern}'")
    return at


def test_window(display):
    """A reload of a kernel that never ends changes nothing but the messages; of one that is right, the picture."""
    right = text_of(KERNEL)
    save(KERNEL, right)
    display.changes.update(SHADERS)
    window = Window(display, "--variant", "global", "--set", "width=64", "--set", "height=48", "--size", "320x240")
    window.wait(lambda: window.generation() > 5, "that it runs")
    at, times = 0, []
    window.err = open(path("err.txt"), "r", encoding="utf-8")
    for name in ("while (true)", "a list that is a ring", "that waits for data", "a barrier() in a branch", "a shared index beyond"):
        code, statements = REFUSED[name]
        start = time.monotonic()
        save(KERNEL, kernel(statements + f" // {time.time_ns()}"))  # a text that no cache knows
        at = wait_for(window.err, at, f"error: {code}: (.|\n)*what ran before keeps running", window.process)
        times.append(time.monotonic() - start)
        before = window.generation()
        window.wait(lambda: window.generation() > before + 3, f"that the last good kernel runs on after '{name}'")
    save(KERNEL, right + "// another\n")
    at = wait_for(window.err, at, f"reloaded {KERNEL}", window.process)
    # A kernel that comes first has nothing to go on with.
    save(KERNEL, kernel(REFUSED["while (true)"][1]))
    at = wait_for(window.err, at, "keeps running", window.process)
    window.key("r")
    window.wait_title("stopped by an error")
    save(KERNEL, right)
    window.wait(lambda: window.generation() > 3, "that it starts again")
    window.key("Escape")
    expect(window.end().code == 0, window.line, "an end")
    said = f"from the save to the verdict in a window: {', '.join(f'{t:.2f}' for t in times)} s"
    expect(sorted(times)[2] < 2.0, said, "less than 2 s, also on a machine that is busy")  # 0.1 s where it is not
    print(said)


shutil.copytree(os.path.join(SOURCE, "shaders"), path("shaders"))
test_refused()
test_right()
test_unguarded()
test_task()
test_watch()
if all(shutil.which(tool) for tool in ("Xvfb", "xdotool")):
    test_window(Display())
else:
    print("not tested: a window, which needs Xvfb and xdotool")
finish()
