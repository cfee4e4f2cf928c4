#!/usr/bin/env python3
"""Tests tools/rooms.py: what it counts, of this tree and of small ones; an arrow upwards is red, and ends it with 1."""
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def draw(*trees):
    return subprocess.run([sys.executable, "-B", ROOT / "tools/rooms.py", *trees], capture_output=True, text=True, check=False)


def arrows(svg):
    return {(a, b): int(count) for a, b, count in re.findall(r"<title>(\w+) includes (\w+): (\d+)</title>", svg)}


class Rooms(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)

    def tree(self, files):
        for name, text in files.items():
            path = Path(self.scratch.name, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return self.scratch.name

    def test_this_tree(self):
        done = draw()
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = [line for path in (ROOT / "common/gl").iterdir() if path.suffix in (".c", ".h", ".cpp")
                 for line in path.read_text(encoding="utf-8").split("\n") if line.startswith('#include "base/')]
        self.assertEqual(arrows(done.stdout)["gl", "base"], len(lines))
        self.assertIn("none upwards", done.stdout)

    def test_counts(self):
        done = draw("one=" + self.tree({
            "common/gl/a.c": '#include "gl/a.h"\n#include "base/x.h"\n#include "base/y.h"\n#include <stdio.h>\n',
            "common/main.c": '#include "gl/a.h"\n', "lessons/01_a/main.c": '#include "base/x.h"\n#include "state.h"\n',
            "machine/run.c": '#include "base/x.h"\n', "machine/tests/t.c": '#include "gl/a.h"\n', "common/gl/a.md": '#include "base/z.h"\n'}))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(arrows(done.stdout), {("gl", "base"): 2, ("main", "gl"): 1, ("lessons", "base"): 1, ("machine", "base"): 1})

    def test_upwards(self):
        done = draw(self.tree({"common/gl/a.c": '#include "ui/panel.h"\n', "common/ui/b.c": '#include "gl/a.h"\n'}))
        self.assertEqual(done.returncode, 1)
        self.assertIn("1 upwards", done.stdout)
        self.assertIn('stroke="#ff3b3b"', done.stdout)

    def test_no_tree(self):
        done = draw("before=nothing_like_that")
        self.assertEqual(done.returncode, 1)
        self.assertIn("neither a source tree nor a commit", done.stderr)


unittest.main()
