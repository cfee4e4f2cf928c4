"""What the tests of windows share: the lesson in a real window under Xvfb, driven by xdotool, seen
through ImageMagick's import."""
import os
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "cli"))

from common import LIFE, WORK, Run, command_line, environment, expect, path

PATIENCE_S = 10.0


class Window:
    """The lesson, running on a display."""

    def __init__(self, display, *words, program=LIFE, name="the Game of Life"):
        self.changes, self.name = display.changes, name
        self.line = command_line([program, *words], self.changes, WORK)
        self.out, self.err = open(path("out.txt"), "w+"), open(path("err.txt"), "w+")
        self.start = time.monotonic()
        self.process = subprocess.Popen([program, *words], cwd=WORK, env=environment(self.changes),
                                        stdout=self.out, stderr=self.err)
        self.id = None
        if self.wait(lambda: self.find(), "a window"):
            self.tool("windowfocus", "--sync", self.id)

    def tool(self, *words):
        done = subprocess.run(["xdotool", *map(str, words)], env=environment(self.changes),
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                              timeout=20)
        return done.stdout.strip()

    def find(self):
        self.id = self.tool("search", "--onlyvisible", "--name", self.name).split("\n")[0]
        return self.id != ""

    def wait(self, condition, what):
        """Until `condition` holds, or it has taken too long."""
        end = time.monotonic() + PATIENCE_S
        while not condition():
            if time.monotonic() > end or self.process.poll() is not None:
                title = "" if self.id is None else f"; the title is '{self.title()}'"
                return expect(False, self.line, f"{what} within {PATIENCE_S:.0f} s{title}")
            time.sleep(0.05)
        return True

    def title(self):
        return self.tool("getwindowname", self.id)

    def generation(self):
        words = self.title().split("generation ")
        return int(words[1].split(" ")[0]) if len(words) == 2 else -1

    def paused(self):
        return self.title().endswith("paused")

    def wait_title(self, *parts):
        return self.wait(lambda: all(part in self.title() for part in parts),
                         " ".join(parts) + " in the title")

    def key(self, name):
        self.tool("key", name)

    def picture(self):
        """What the screen shows in the window: width, height and RGB bytes."""
        done = subprocess.run(["import", "-silent", "-window", self.id, "-depth", "8", "ppm:-"],
                              env=environment(self.changes), stdout=subprocess.PIPE, timeout=20)
        return decode_ppm(done.stdout)

    def wait_picture(self, condition, what):
        """Until the picture fulfils the condition."""
        return self.wait(lambda: condition(self.picture()), what)

    def wait_picture_like(self, name, part=lambda seen: seen):
        """`part` takes from the screen what is to be compared."""
        wanted = decode_png(name)
        self.wait_picture(lambda seen: difference(part(seen), wanted) <= 2,
                          f"the screen like {name}")

    def cpu_seconds(self):
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")  # utime, stime

    def end(self):
        """Waits for the end of the program."""
        try:
            code = self.process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            code = None
        self.out.seek(0), self.err.seek(0)
        # What AddressSanitizer remarks on the stepper's coroutine is no message of the program.
        err = "".join(line for line in self.err if "fully support makecontext" not in line)
        return Run(self.line, code, self.out.read(), err, time.monotonic() - self.start)


def decode_ppm(data):
    kind, width, height, depth, pixels = data.split(None, 4) if data.count(b"\n") else [b""] * 5
    if kind != b"P6" or depth != b"255":
        return 0, 0, b""
    size = int(width) * int(height) * 3
    return int(width), int(height), data[-size:]


def decode_png(name):
    return decode_ppm(subprocess.run(["convert", path(name), "-depth", "8", "ppm:-"],
                                     stdout=subprocess.PIPE, timeout=20).stdout)


def difference(one, other):
    """The largest difference of two pictures in a colour of a pixel; 255 if their sizes differ."""
    if one[:2] != other[:2] or not one[2]:
        return 255
    if one[2] == other[2]:
        return 0
    return max(abs(a - b) for a, b in zip(one[2], other[2]))


def brightness(picture, x, y):
    at = (y * picture[0] + x) * 3
    return sum(picture[2][at:at + 3]) / 3
