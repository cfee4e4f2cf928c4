"""Every picture of a lesson under screenshots/ is what the lesson draws: NN_name.png, or
NN_name.VARIANT.png."""
import os

from common import BIN, LESSON, SOURCE, expect, expect_good, finish, run

SHOTS = os.path.join(SOURCE, "screenshots")


def test_picture(name):
    _, *variant, _ = name.split(".")
    options = ["--variant", variant[0]] if variant else []
    result = run([os.path.join(BIN, LESSON), "--headless", "--screenshot", name, *options])
    if expect_good(result):
        compared = run([os.path.join(BIN, "wb_compare"), os.path.join(SHOTS, name), name])
        expect(compared.code == 0, compared, f"the picture of: {result.line}")


names = sorted(name for name in os.listdir(SHOTS) if name.split(".")[0] == LESSON)
expect(names, SHOTS, f"pictures of {LESSON}")
for one in names:
    test_picture(one)
finish()
