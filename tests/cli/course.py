"""A course of pretended lessons, to test tools/shots.py without OpenGL: see common.py for how to
write a test. Each lesson copies a picture of its own; tools/shots.py is a copy, wb_compare is not."""
import os
import shutil
import struct
import zlib

from common import BIN, SOURCE, path, write

LESSON = """#!/bin/sh
all="$*"
while [ $# -gt 0 ]; do
    case $1 in
    --screenshot) picture=$2 ;;
    --json) numbers=$2 ;;
    --variant) variant=.$2 ;;
    esac
    shift
done
%s
echo '{"gl": "Pretended GPU, OpenGL 4.3 Pretended driver 1.0"}' >"$numbers"
cp "$0$variant.png" "$picture"
"""


def png(width, height, colour):
    """A PNG. `colour` of column and row is (red, green, blue)."""
    rows = b"".join(b"\0" + bytes(part for x in range(width) for part in colour(x, y))
                    for y in range(height))

    def chunk(kind, data):
        return (struct.pack(">I", len(data)) + kind + data
                + struct.pack(">I", zlib.crc32(kind + data)))

    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def plain(width, height, *colour):
    return png(width, height, lambda x, y: colour)


class Course:
    """In `directory` under the test's own: tools/, lessons/, screenshots/, bin/."""

    def __init__(self, directory):
        self.root = path(directory)
        for name in ("tools", "lessons", "screenshots", "bin"):
            os.makedirs(os.path.join(self.root, name))
        for name in ("shots.py", "shots.html"):
            shutil.copy(os.path.join(SOURCE, "tools", name), os.path.join(self.root, "tools"))
        os.symlink(os.path.join(BIN, "wb_compare"), self.file("bin", "wb_compare"))
        self.out = self.file("build", "shots")

    def file(self, *names):
        return os.path.join(self.root, *names)

    def add(self, name, result, reference=None, also=""):
        """A picture, 01_name or 01_name.VARIANT, and what else its lesson's shell script does."""
        lesson = name.split(".")[0]
        os.makedirs(self.file("lessons", lesson), exist_ok=True)
        os.chmod(write(self.file("bin", lesson), LESSON % also), 0o755)
        write(self.file("bin", name + ".png"), result)
        if reference is not None:
            write(self.file("screenshots", name + ".png"), reference)

    def command(self, *words):
        return ["/usr/bin/python3", "-B", self.file("tools", "shots.py"), "--bin", self.file("bin"),
                *words]
