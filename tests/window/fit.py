"""Lesson 09 in a window without a GPU: it draws at half the size, and begins anew with fewer particles, unless the user has said
how many."""
import os
import re
import time

import window as windows  # also makes common known
from window import Window

from common import BIN, Display, expect, expect_good, finish, need_tools, read

windows.PATIENCE_S = 60.0  # a frame of 50,000 particles takes a second and more
NOTE = "particles in place of 50000"


def open_window(display, *words):
    return Window(display, "--size", "320x200", *words, program=os.path.join(BIN, "09_sph"), name="SPH")


def frames(window):
    found = re.search(r" in (\d+) frames", window.title())
    return int(found[1]) if found else 0


def close(window):
    window.key("Escape")
    result = window.end()
    expect_good(result)
    return result


def test_fewer(display):
    window = open_window(display)
    if window.wait_title(" of 50000 particles, half size | "):
        number = int(window.title().split(" of 50000")[0].split(" ")[-1])
        window.wait(lambda: NOTE in read("err.txt").decode(), "a line about it")  # when the number has been found
        expect(4000 <= number < 50000, window.line, f"fewer particles than 50000, not {number}")
    result = close(window)
    expect(result.err.count(NOTE) == 1 and "drawn at half the size" in result.err and "--set particles=50000" in result.err, result.line, f"one line about it, not: {result.err}")


def test_all(display):
    window = open_window(display, "--set", "particles=50000")
    window.wait(lambda: frames(window) >= 3, "three frames")
    time.sleep(1.0)  # by now the number would have been lowered
    expect(" of 50000" not in window.title() and "half size" not in window.title(), window.line, f"all of them, not: {window.title()}")
    result = close(window)
    expect(NOTE not in result.err, result.line, f"no word about fewer, not: {result.err}")


need_tools("Xvfb", "xdotool")
screen = Display()
screen.changes["LP_NUM_THREADS"] = "1"  # slow enough on any machine
test_fewer(screen)
test_all(screen)
finish()
