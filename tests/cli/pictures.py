"""Every picture of a lesson under screenshots/ is what the lesson draws: NN_name.png, or
NN_name.VARIANT.png.

A long way to the same state is gone once: where a lesson's tests.json says that its picture begins "from" another lesson's
end, the other's buffers are loaded. The other's picture has left them in BIN/../pictures.
"""
import os

from common import ABOUT, BIN, LESSON, LESSONS, SOURCE, expect, expect_good, finish, run
import about

SHOTS = os.path.join(SOURCE, "screenshots")
KEPT = os.path.join(os.path.dirname(BIN), "pictures")


def kept(lesson, buffer):
    return f"{buffer}={os.path.join(KEPT, f'{lesson}.{buffer}.npy')}"


def options_of(variant):
    """Those that begin where another lesson's picture ends, or leave what others begin with."""
    if variant:
        return ["--variant", variant[0]]
    start = ABOUT["pictures"]
    if start:
        loads = [word for buffer in start["load"] for word in ("--load", kept(start["from"], buffer))]
        return [*loads, *about.set_options(start["set"]), "--frames", start["frames"]]
    wanted = {buffer for other in (about.about(SOURCE, name)["pictures"] for name in LESSONS)
              if other.get("from") == LESSON for buffer in other["load"]}
    if wanted:
        os.makedirs(KEPT, exist_ok=True)
    return [word for buffer in sorted(wanted) for word in ("--dump", kept(LESSON, buffer))]


def test_picture(name):
    _, *variant, _ = name.split(".")
    result = run([os.path.join(BIN, LESSON), "--headless", "--screenshot", name, *options_of(variant)])
    if expect_good(result):
        compared = run([os.path.join(BIN, "wb_compare"), os.path.join(SHOTS, name), name])
        print(f"{name}: {compared.out.strip()}")
        expect(compared.code == 0, compared, f"{name} as the picture of: {result.line}")


names = sorted(name for name in os.listdir(SHOTS) if name.split(".")[0] == LESSON)
expect(names, SHOTS, f"pictures of {LESSON}")
for one in names:
    test_picture(one)
finish()
