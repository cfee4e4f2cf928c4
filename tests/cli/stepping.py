"""Running a lesson dispatch by dispatch, with steps taken back, ends in the same state as running it
freely.

Broken variants are stepped through as well, but their states are not compared: most of them race,
and a race may end in another state with every run. It also shows that the barrier checker finds
nothing wrong with what the stepper, the picture in the middle of a step, and the snapshot do, and
that the inspector finds steps right, and wrong in a broken variant.
"""
import os
import re

from common import BIN, LESSON, expect, finish, listing, run, small

FRAMES = 4  # every third goes back
WRONG = {"04_life late_swap"}  # as the inspector has to see
RIGHT = {"04_life global", "04_life packed"}  # as it has to see, too: there is an oracle
# Several passes a frame where one is the default, and few where they are many.
SETTINGS = {"06_bitonic": "keys=27", "09_sph": "substeps=1"}
# A step of lesson 09, as its text draws it; and what a frame ends with. Nothing of the picture, which is drawn at each stop.
SEVEN = ["grid clear", "grid count", "scan single pass", "grid scatter", "grid order", "density", "force and integrate"]


def hashes(result):
    return re.findall("^hash ([0-9a-f]{16})$", result.out, re.M)


def test_variant(program, variant):
    name, kind = f"{LESSON} {variant['name']}", variant["kind"]
    words = [program, "--headless", "--variant", variant["name"], "--frames", FRAMES, "--hash", "--barriers",
             *small(LESSON, SETTINGS.get(LESSON, ""))]
    free, stepped = run(words), run([*words, "--step-all"])
    expect(len(hashes(free)) == 1, free, "one hash")
    expect(len(hashes(stepped)) == 1, stepped, "one hash")
    if kind != "broken":
        expect(hashes(stepped) == hashes(free), stepped, f"{hashes(free)}, the hash without --step-all")
        expect(stepped.code == 0 and "missing barrier" not in stepped.err, stepped,
               "nothing reported for correct code")
    answers = re.findall(r"^inspector: (\d+) of", stepped.out, re.M)
    if kind in ("version", "peer"):
        expect(all(answer == "0" for answer in answers), stepped, "nothing wrong, of the inspector")
    if name in WRONG:
        expect(any(answer != "0" for answer in answers), stepped, "something wrong, of the inspector")
    if name in WRONG | RIGHT:
        expect(len(answers) == FRAMES, stepped, f"{FRAMES} answers of the inspector, not {len(answers)}")


def test_seven(program):
    """N stops behind each of the seven dispatches of a step, and nowhere else."""
    for steps in (1, 3):
        result = run([program, "--headless", "--frames", "1", "--step-all", "--size", "48x30", "--set", "particles=700",
                      "--set", f"substeps={steps}"])
        expect(f"\nstops: {7 * steps + 1}: {', '.join(steps * SEVEN + ['measure'])}\n" in result.out, result,
               f"stops behind the seven dispatches, {steps} times, and behind the frame's measuring")


program = os.path.join(BIN, LESSON)
stepped_through = listing(program)["variants"]
expect(stepped_through, LESSON, "variants")
for one in stepped_through:
    test_variant(program, one)
if LESSON == "09_sph" and not os.environ.get("WB_SUBGROUPS"):
    test_seven(program)
print(f"{len(stepped_through)} variants stepped through")
finish()
