"""Leaves out each barrier of each variant of a lesson in turn, and each single bit of it: the barrier
checker has to notice. A barrier that several variants share is left out of the first. With "long", of each.

Outputs do not show a missing barrier (most drivers forgive it), so this is the test that every
barrier is needed and that the checker would miss it. It also shows that nothing is reported, and
nothing advised, for the lesson as it is. Broken variants are left out, and peers on the CPU, which
have no barriers.
"""
import os
import re
import sys

from common import ABOUT, BIN, LESSON, expect, finish, run, small, variants

MODES = ([],  # frames with their pictures
         ["--check", "--seed", "2"])  # the cases of the check


def test_mode(program, names, mode):
    """Returns how many barriers and bits it has left out of these variants."""
    which = ["--variant", *names] if len(names) == 1 else []
    result = run([program, "--headless", "--frames", "3", "--drop-each-barrier", *which, *mode, *options_of(mode)], timeout=900)
    expect(not re.search("missing barrier|superfluous barrier", result.err), result,
           "nothing reported for correct code")
    found = re.findall(r"^(\w+) +(\d+) barriers and bits left out, (\d+) not noticed(; \d+ barriers as in a variant above)?$",
                       result.out, re.M)
    expect(names and [name for name, *_ in found] == names, result, f"a line for each of {names}")
    for name, left_out, missed, above in found:
        expect((int(left_out) > 0 or above) and missed == "0", result, f"barriers left out of {name}, and all of them noticed")
    expect(result.code == 0, result, "exit status 0")
    return sum(int(left_out) for _, left_out, *_ in found)


def options_of(mode):
    """A check brings its own sizes."""
    return [] if "--check" in mode else small(LESSON)


# In these the dispatches and their barriers are the learner's, too.
BLANK = ABOUT["tasks"].get("blank", {})

program = os.path.join(BIN, LESSON)
all_names = [name for name in variants(program, "version", "task") if name not in BLANK]
at_once = [[name] for name in all_names] if "long" in sys.argv[4:] else [all_names]
count = sum(test_mode(program, some, mode) for some in at_once for mode in MODES)
print(f"{count} barriers and bits left out")
finish()
