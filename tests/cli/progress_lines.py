"""How far a long run has got, in a file and on a terminal. It takes its time: a line comes every five seconds."""
import os
import pty
import re
import subprocess

from common import BIN, environment, expect, expect_good, finish, run

TINY = os.path.join(BIN, "wb_tiny")
SLOW = [TINY, "--headless", "--variant", "slow", "--hash", "--frames"]


def test_progress_in_a_file():
    """A line every five seconds, and none of a short run."""
    result = run([*SLOW, "10"])  # 0.8 s
    expect_good(result)
    expect(result.err == "", result, "nothing on stderr of a short run")
    result = run([*SLOW, "70"])  # 5.6 s
    expect_good(result)
    expect(re.fullmatch(r"(frame \d+ of 70, \d+ %, \d+ s left\n)+", result.err), result,
           "lines that say how far it has got, and nothing else")


def test_progress_on_a_terminal():
    """A line that is written over and over, and away at the end."""
    ours, theirs = pty.openpty()
    program = subprocess.Popen([*SLOW, "12"], stderr=theirs, stdout=subprocess.DEVNULL, env=environment())
    os.close(theirs)
    seen = b""
    try:
        while part := os.read(ours, 1000):
            seen += part
    except OSError:  # the other side is closed
        pass
    program.wait()
    shown = seen.decode(errors="replace")
    expect(len(re.findall(r"\rframe \d+ of 12, \d+ %, \d+ s left\x1b\[K", shown)) > 1 and "\n" not in shown
           and shown.endswith("\r\x1b[K"), repr(shown), "one line of progress, that goes at the end")


test_progress_in_a_file()
test_progress_on_a_terminal()
finish()
