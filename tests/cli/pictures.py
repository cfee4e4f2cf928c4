"""Every picture of a lesson under screenshots/ is what the lesson draws: NN_name.png, or
NN_name.VARIANT.png; tests.json has the parameters of the first one, if they are not the default ones.

Where tests.json names a "short" run, the suite compares its end, small, with lessons/NN_name/tests/short.png. The whole way to
screenshots/NN_name.png is gone with "whole" as the fourth argument, by ./wb test --all-builds (and by ./wb shots).
"""
import os
import sys

from common import ABOUT, BIN, LESSON, SOURCE, expect, expect_good, finish, run
import about

sys.path.insert(0, os.path.join(SOURCE, "tools"))
import shots  # noqa: E402

SHOTS = os.path.join(SOURCE, "screenshots")
WHOLE = "whole" in sys.argv[4:]
IS_SHORT = "short" in ABOUT["pictures"] and not WHOLE


def options_of(variant):
    if not IS_SHORT or variant:
        return shots.options_of(LESSON, variant[0] if variant else "")
    return [*about.set_options(ABOUT["pictures"]["short"]["set"]), "--frames", ABOUT["pictures"]["short"]["frames"], "--size", "640x400"]


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
