"""Leaves out each barrier of each variant of a lesson in turn, and each single bit of it: the barrier
checker has to notice.

Outputs do not show a missing barrier (most drivers forgive it), so this is the test that every
barrier is needed and that the checker would miss it. It also shows that nothing is reported, and
nothing advised, for the lesson as it is. Broken variants are left out, and peers on the CPU, which
have no barriers.
"""
import os
import re

from common import BIN, LESSON, expect, finish, run, small, variants

MODES = ([],  # frames with their pictures
         ["--check", "--seed", "2"])  # the cases of the check


def test_mode(program, variant, mode):
    result = run([program, "--headless", "--variant", variant, "--frames", "3",
                  "--drop-each-barrier", *mode, *options_of(mode)],
                 timeout=300)
    expect(not re.search("missing barrier|superfluous barrier", result.err), result,
           "nothing reported for correct code")
    found = re.search(r"^(\d+) barriers and bits left out, (\d+) not noticed$", result.out, re.M)
    expect(found and int(found[1]) > 0, result, "some barriers left out")
    expect(result.code == 0 and found and found[2] == "0", result, "all of them noticed")
    return int(found[1]) if found else 0


def options_of(mode):
    """A check brings its own sizes."""
    return [] if "--check" in mode else small(LESSON)


# In this one the dispatch and its barrier are the learner's, too.
BLANK = {"01_dispatch": {"exercise_negative"}}.get(LESSON, set())

count = sum(test_mode(os.path.join(BIN, LESSON), variant, mode)
            for variant in variants(os.path.join(BIN, LESSON), "version", "exercise") for mode in MODES if variant not in BLANK)
print(f"{count} barriers and bits left out")
expect(count > 0, LESSON, "some barriers")
finish()
