"""Running a lesson dispatch by dispatch, with steps taken back, ends in the same state as running it
freely.

Broken variants are stepped through as well, but their states are not compared: most of them race,
and a race may end in another state with every run. It also shows that the barrier checker finds
nothing wrong with what the stepper, the picture in the middle of a step, and the snapshot do, and
that the inspector finds steps right, and wrong in a broken variant.
"""
import os
import re

from common import ABOUT, BIN, LESSON, expect, finish, listing, run, small

FRAMES = 2  # the first goes back, the second does not
STEPPING = ABOUT["stepping"]  # parameters, and what the inspector has to see, where there is an oracle


def hashes(result):
    return re.findall("^hash ([0-9a-f]{16})$", result.out, re.M)


def test_variant(program, variant):
    name, kind = variant["name"], variant["kind"]
    words = [program, "--headless", "--variant", name, "--frames", FRAMES, "--hash", "--barriers",
             *small(LESSON, STEPPING.get("set", ""))]
    free, stepped = run(words), run([*words, "--step-all"])
    expect(len(hashes(free)) == 1, free, "one hash")
    expect(len(hashes(stepped)) == 1, stepped, "one hash")
    if kind not in ("broken", "flawed"):
        expect(hashes(stepped) == hashes(free), stepped, f"{hashes(free)}, the hash without --step-all")
        expect(stepped.code == 0 and "missing barrier" not in stepped.err, stepped,
               "nothing reported for correct code")
    answers = re.findall(r"^inspector: (\d+) of", stepped.out, re.M)
    if kind in ("version", "peer"):
        expect(all(answer == "0" for answer in answers), stepped, "nothing wrong, of the inspector")
    if name in STEPPING.get("wrong", []):
        expect(any(answer != "0" for answer in answers), stepped, "something wrong, of the inspector")
    if name in STEPPING.get("wrong", []) + STEPPING.get("right", []):
        expect(len(answers) == FRAMES, stepped, f"{FRAMES} answers of the inspector, not {len(answers)}")


program = os.path.join(BIN, LESSON)
stepped_through = listing(program)["variants"]
expect(stepped_through, LESSON, "variants")
for one in stepped_through:
    test_variant(program, one)
print(f"{len(stepped_through)} variants stepped through")
finish()
