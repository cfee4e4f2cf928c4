"""C and GLSL name the same uniforms and blocks: one frame of each variant of a lesson, in a program that listens to its
calls (slots/listen.c) and says what a linked program has and C does not set, and the other way round."""
import os

from common import BIN, LESSON, expect, finish, run, small, variants

PROGRAM = os.path.join(BIN, "wb_slots_" + LESSON)


def test_variant(name):
    result = run([PROGRAM, "--headless", "--frames", "2", "--variant", name, "--screenshot", "frame.png",
                  *small(LESSON)])
    faults = [line for line in result.err.splitlines() if line.startswith("slots: ")]
    expect(not faults, "\n  ".join([result.line, *faults]), f"C and GLSL agree in {LESSON}, variant {name}")


names = variants(PROGRAM)
for one in names:
    test_variant(one)
print(f"{len(names)} variants")
finish()
