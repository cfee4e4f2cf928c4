"""Lesson 10 finds by its own measurement what limits its kernels, on whatever machine this is; and its clocks are sane."""
import csv
import os

from common import BIN, expect, expect_good, finish, path, run

PROGRAM = os.path.join(BIN, "10_profiling")
# Variant, what it has to find, elements. Sizes at which a run takes some milliseconds on a CPU.
LIMITS = [("copy", "memory-bound", 1 << 19), ("arithmetic", "compute-bound", 1 << 16), ("tiny", "launch-bound", 1 << 16)]


def measure(variant, vectors, frames, changes=None):
    return run([PROGRAM, "--headless", "--variant", variant, "--frames", frames, "--set", "measure=1", "--set",
                f"vectors={vectors}", "--size", "48x30", "--dump", "times=times.csv"], changes=changes)


def times():
    """For each run, in ms: until the calls return, until glFinish returns, by the GPU's clock."""
    with open(path("times.csv"), encoding="utf-8") as file:
        return [[float(value) for value in row] for row in csv.reader(file) if row]


def test_limit(variant, wanted, vectors):
    """The shortest times count, so that more frames help where others are at work on this machine."""
    for frames in (10, 40, 160):
        result = measure(variant, vectors, frames)
        if not expect_good(result) or wanted in result.out:
            break
    expect(wanted in result.out, result, f"{wanted}, of {variant}")
    expect(all(0 < call <= finish for call, finish, _ in times()), result, f"calls that return before glFinish does: {times()}")


def test_trap():
    """A driver that returns before the work is done, as those of GPUs do: the calls take no longer for more work."""
    result = measure("arithmetic", 1 << 16, 5, {"LIBGL_ALWAYS_SOFTWARE": "1", "GALLIUM_DRIVER": "zink"})
    if "zink" not in result.out:
        print("not tested: the trap, which needs zink (package mesa-vulkan-drivers)")
        return
    expect(all(call < 0.25 * finish for call, finish, _ in times()[:2]), result, f"calls that return at once: {times()}")
    expect(all(0.25 * finish < gpu <= finish for _, finish, gpu in times()[:2]), result, f"a GPU's clock that sees: {times()}")


for limit in LIMITS:
    test_limit(*limit)
test_trap()
nothing = run([PROGRAM, "--headless", "--frames", "2", "--set", "vectors=1000", "--size", "48x30"])
expect("not measured" in nothing.out, nothing, "no verdict without a measurement")
finish()
