"""Every picture of a lesson under screenshots/ is what the lesson draws: NN_name.png, or
NN_name.VARIANT.png.

A long way to the same state is gone once: where a lesson's tests.json says that its picture begins "from" another lesson's
end, the other's buffers are loaded. The other's picture has left them in BIN/../pictures.

Where tests.json names a "short" run, the suite compares its end, small, with lessons/NN_name/tests/short.png. The whole way to
screenshots/NN_name.png is gone with "whole" as the fourth argument, by ./wb test --all-builds (and by ./wb shots).
"""
import os
import sys

from common import ABOUT, BIN, LESSON, LESSONS, SOURCE, expect, expect_good, finish, run
import about

SHOTS = os.path.join(SOURCE, "screenshots")
KEPT = os.path.join(os.path.dirname(BIN), "pictures")


WHOLE = "whole" in sys.argv[4:]
IS_SHORT = "short" in ABOUT["pictures"] and not WHOLE


def kept(lesson, buffer):
    when = "whole" if WHOLE else "short"
    return f"{buffer}={os.path.join(KEPT, f'{lesson}.{when}.{buffer}.npy')}"


def options_of(variant):
    """Those that begin where another lesson's picture ends, or leave what others begin with."""
    if variant:
        return ["--variant", variant[0]]
    own, options = ABOUT["pictures"], []
    if "from" in own:
        loads = [word for buffer in own["load"] for word in ("--load", kept(own["from"], buffer))]
        options += [*loads, *about.set_options(own["set"]), "--frames", own["frames"]]
    if IS_SHORT:
        options += [*about.set_options(own["short"]["set"]), "--frames", own["short"]["frames"], "--size", "640x400"]
    wanted = {buffer for other in (about.about(SOURCE, name)["pictures"] for name in LESSONS)
              if other.get("from") == LESSON for buffer in other["load"]}
    if wanted:
        os.makedirs(KEPT, exist_ok=True)
    return options + [word for buffer in sorted(wanted) for word in ("--dump", kept(LESSON, buffer))]


def test_picture(name, reference, options):
    result = run([os.path.join(BIN, LESSON), "--headless", "--screenshot", name, *options])
    if expect_good(result):
        compared = run([os.path.join(BIN, "wb_compare"), reference, name])
        print(f"{name}: {compared.out.strip()}")
        expect(compared.code == 0, compared, f"{name} as the picture of: {result.line}")


names = sorted(name for name in os.listdir(SHOTS) if name.split(".")[0] == LESSON)
expect(names, SHOTS, f"pictures of {LESSON}")
for one in names:
    _, *its_variant, _ = one.split(".")
    short = IS_SHORT and not its_variant
    where = os.path.join(SOURCE, "lessons", LESSON, "tests", "short.png") if short else os.path.join(SHOTS, one)
    test_picture(one, where, options_of(its_variant))
finish()
