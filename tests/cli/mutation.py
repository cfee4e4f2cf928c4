"""Leaves out each barrier of each variant of a lesson in turn, and each single bit of it: the barrier
checker has to notice.

Outputs do not show a missing barrier (most drivers forgive it), so this is the test that every
barrier is needed and that the checker would miss it. It also shows that nothing is reported, and
nothing advised, for the lesson as it is. Broken variants are left out, and peers on the CPU, which
have no barriers.
"""
import os
import re

from common import ABOUT, BIN, LESSON, expect, finish, run, small, variants

MODES = ([],  # frames with their pictures
         ["--check", "--seed", "2"])  # the cases of the check


def test_mode(program, mode):
    result = run([program, "--headless", "--frames", "3", "--drop-each-barrier", *mode, *options_of(mode)], timeout=900)
    expect(not re.search("missing barrier|superfluous barrier", result.err), result,
           "nothing reported for correct code")
    found = re.findall(r"^(\w+) +(\d+) barriers and bits left out, (\d+) not noticed$", result.out, re.M)
    names = [name for name in variants(program, "version", "task") if name not in BLANK]
    expect(names and [name for name, _, _ in found] == names, result, f"a line for each of {names}")
    for name, left_out, missed in found:
        expect(int(left_out) > 0 and missed == "0", result, f"barriers left out of {name}, and all of them noticed")
    expect(result.code == 0, result, "exit status 0")
    return sum(int(left_out) for _, left_out, _ in found)


def options_of(mode):
    """A check brings its own sizes."""
    return [] if "--check" in mode else small(LESSON)


# In these the dispatches and their barriers are the learner's, too.
BLANK = ABOUT["tasks"].get("blank", {})

count = sum(test_mode(os.path.join(BIN, LESSON), mode) for mode in MODES)
print(f"{count} barriers and bits left out")
finish()
