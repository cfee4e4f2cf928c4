"""Windows that are torn at: every size, with the panel and the debugger open and closed; and random keys, clicks, drags and sizes.
Nothing may end the program, and nothing that a sanitizer knows may come up. "long": 10,000 events in six lessons (run it on a
build of the preset asan), and three minutes of each, in which its memory may not grow by more than 5 %."""
import os
import random
import re
import subprocess
import sys
import time

from window import Window

from common import BIN, Display, environment, expect, finish, need_tools

LONG = sys.argv[3:] == ["long"]
SIZES = ((1280, 800), (150, 400), (1, 1), (200, 120), (1900, 40), (40, 1000), (381, 300), (640, 480), (1920, 1080))
KEYS = ("space", "n", "shift+n", "b", "r", "v", "Tab", "F5", "F6", "F7", "F8", "F9", "F10", "F11", "shift+F5", "shift+F7", "shift+F10",
        "shift+F11", "ctrl+F10", "ctrl+F11", "Home", "End", "o", "Up", "Down", "Left", "Right", "1", "7", "period", "Return", "BackSpace")
LESSONS = ("01_dispatch", "04_life", "06_bitonic", "09_sph", "11_boids", "14_galaxy") if LONG else ("04_life",)
EVENTS = 10000 if LONG else 400
SMALL = {"04_life": ("--set", "width=64", "--set", "height=48")}
SLOW = 120.0 if LONG else 20.0  # seconds that a parameter at the end of its range may take


class Torn(Window):
    """Any lesson's window; xdotool gets many commands at a time."""

    def __init__(self, display, lesson, *words):
        super().__init__(display, *SMALL.get(lesson, ()), *words, program=os.path.join(BIN, lesson), name=" | ")

    def send(self, commands):
        subprocess.run(["xdotool", "-"], input="\n".join(commands) + "\n", env=environment(self.changes), stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, text=True, timeout=600)

    def resident(self):
        """The memory that it has, in MB."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1]) / 1024

    def lives(self, what):
        return expect(self.process.poll() is None, f"{self.line}\n{self.said()[-3000:]}", f"that it lives after {what}")

    def said(self):
        with open(self.err.name, encoding="utf-8", errors="replace") as file:
            return file.read()

    def close(self):
        """The window is closed as a window manager does it; a step that takes too long is no failure."""
        end = time.monotonic() + SLOW
        while self.process.poll() is None and time.monotonic() < end:
            self.send(["key --delay 0 Escape", "sleep 0.2", "key --delay 0 Escape", "sleep 0.2"])
        if self.process.poll() is None:
            self.process.terminate()
        code = self.process.wait()
        expect(code in (0, 1, -15), f"{self.line}\n{self.said()[-3000:]}", f"an end, not {code}")
        found = re.search("(AddressSanitizer:|runtime error:|Assertion)(.|\n){,3000}", self.said())
        expect(found is None, f"{self.line}\n{found and found[0]}", "nothing that a sanitizer finds")


def test_sizes(display):
    """At every size all of them open and close, and from every size to every other."""
    window = Torn(display, "04_life")
    number = window.id
    for panel in (), ("Tab",), ("F11",), ("F11", "F11", "F7"):
        for width, height in SIZES:
            opens = [f"key --delay 0 {key}" for key in panel]
            closes = ["key --delay 0 Escape"] * ("F11" in panel) + ["key --delay 0 Tab"] * (len(panel) > 0)
            window.send([f"windowsize {number} {width} {height}", *opens, "sleep 0.04", f"windowsize {number} {height} {width}",
                         "sleep 0.02", f"windowsize {number} {width // 2 + 1} {height}", *closes, "sleep 0.02"])
            if not window.lives(f"{width} x {height} with {panel}"):
                return
    storm = random.Random(1)
    window.send([f"windowsize {number} {storm.randint(1, 1900)} {storm.randint(1, 1000)}" for _ in range(1000 if LONG else 100)])
    window.lives("a storm of sizes")
    window.send([f"windowsize {number} 640 480"])
    before = window.generation()
    # The title is of half a second ago, or longer if there is much to do; and Escape beside the debugger ends the program.
    end = time.monotonic() + 5.0
    while "debugging" in window.title() and time.monotonic() < end:
        time.sleep(0.1)
    window.send(["key --delay 0 Escape"] if "debugging" in window.title() else [])
    window.send(["key --delay 0 space"] if "paused" in window.title() else [])
    window.wait(lambda: window.generation() > before, "that it still runs")
    window.close()


def random_commands(chance, number):
    def where():
        return f"mousemove --window {number} {chance.randint(0, 1300)} {chance.randint(0, 850)}"

    kind = chance.random()
    if kind < 0.45:
        return [f"key --delay 0 {chance.choice(KEYS)}"]
    if kind < 0.70:
        return [where(), f"click --delay 0 {chance.choice((1, 1, 1, 3, 4, 5))}"]
    if kind < 0.80:
        return [where(), "mousedown 1", where(), where(), "mouseup 1"]
    if kind < 0.95:
        return [where()]
    return [f"windowsize {number} {chance.randint(1, 1900)} {chance.randint(1, 1000)}"]


def test_events(display, lesson, seed):
    window = Torn(display, lesson, "--size", "1280x800")
    window.line += f"  # seed {seed}"
    chance, done = random.Random(seed), 0
    while done < EVENTS and window.lives(f"{done} events"):
        batch = [command for _ in range(20) for command in random_commands(chance, window.id)]
        window.send([*batch, "sleep 0.05"])
        done += 20
    window.close()


def test_memory(display, lessons):
    """Side by side, for three minutes; what comes first is the driver's and the lesson's own."""
    windows = [Torn(Display("1300x850"), lesson, "--size", "640x400") for lesson in lessons]
    time.sleep(60)
    first = [window.resident() for window in windows]
    time.sleep(180)
    for window, before in zip(windows, first):
        after = window.resident() if window.lives("three minutes") else 0.0
        print(f"{window.line.split('/')[-1]}: {before:.1f} MB after one minute, {after:.1f} MB after four")
        expect(after <= 1.05 * before, window.line, f"no more than 5 % beyond {before:.1f} MB, not {after:.1f}")
        window.close()


need_tools("Xvfb", "xdotool")
screen = Display("1920x1080")
test_sizes(screen)
for number, one in enumerate(LESSONS):
    test_events(screen, one, number + 1)
if LONG:
    test_memory(screen, LESSONS)
finish()
