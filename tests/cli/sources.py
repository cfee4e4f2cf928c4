"""lessons/SOURCES.md: every part of the sources has its row, and every file, region and variant that a row names is there."""
import os
import re
import sys

from common import BIN, SOURCE, expect, finish, listing

sys.path.insert(0, os.path.join(SOURCE, "tools"))
import text  # noqa: E402

# What the sources have: sections (with a letter for each of several listings), pitfalls, exercises, reference, takeaways.
PARTS = {
    "000": "0 1.1 1.2 1.3 1.4 2.1 2.2 2.3 2.4 2.5 2.6 3.1 3.2 3.3 3.4 4.1 4.2 4.3 5.1 5.2 5.3 6.1 6.2 6.3 7.1 7.2 7.3 8.1 8.2 "
           "9.1 9.2 9.3 10.1a 10.1b 10.1c 10.1d 10.2a 10.2b 10.2c 10.2d 10.2e 10.2f 10.2g 10.2h 10.2i 10.2j 10.2k 10.2l 10.2m "
           "10.3 11.1 11.2 11.3 11.4 P1 P2 P3 P4 P5 P6 E1a E1b E1c E1d E1e E1f E1g E2a E2b E2c E2d E2e E2f E3a E3b E3c E3d E3e E3f E3g E4a E4b E4c E4d E4e E4f E4g Q1 Q2 Q3 Q4 Q5 R T1 T2 T3 T4 T5 T6 T7 N",
    "001": "1 2 3 4 5 6 7 8 9 10 11 12 P1 P2 P3 P4",
    "002": "1 2 3a 3b 4a 4b 4c 4d 5 6 7",
    "003": "1 2 3 4 5 6 7 8 9 10 11 12",
    "004": "1 2 3a 3b 3c 4a 4b 5a 5b 6 7 8a 8b 8c 8d 8e 9a 9b 9c 9d 9e 9f 9g 9h 9i 9j 10 11 12",
}
TITLES = ("TSL Compute — Advanced Patterns", "Workgroup Variables and Shared Memory", "Game of Life on a compute shader",
          "Breakpoint", "WebGL Compute Shader")
PAGE = "lessons/SOURCES.md"


class Row:
    def __init__(self, number, line):
        cells = [cell.strip() for cell in line.strip().strip("|").split(" | ")]
        self.line, self.part, self.cells = f"{PAGE}:{number}", cells[0], cells
        if len(cells) == 6:
            self.lessons = re.findall(r"\]\((\w+)/README\.md\)", cells[2])
            self.places, self.variants = (re.findall(r"`([^`]+)`", cell) for cell in cells[3:5])


def read_rows(page):
    found = [Row(number, line) for number, line in enumerate(page.split("\n"), 1) if re.match(r"\| 00\d \S+ \|", line)]
    return [row for row in found if expect(len(row.cells) == 6, row.line, "six cells")]


def test_parts(page, rows):
    for title in TITLES:
        expect(title in page, PAGE, f"the source '{title}'")
    wanted = [f"{source} {part}" for source, parts in PARTS.items() for part in parts.split()]
    have = [row.part for row in rows]
    expect(have == wanted, PAGE, f"a row for each part, in order; too few: {set(wanted) - set(have)}, too many: {set(have) - set(wanted)}")


def test_row(row, variants):
    for place in row.places:
        path, _, name = place.partition("#")
        try:
            text.excerpt(path, name)
        except text.Problem as problem:
            expect(False, row.line, f"`{place}` to be there: {problem}")
    expect(bool(row.lessons) == bool(row.places), row.line, "a lesson and a file of it, or neither")
    expect(row.lessons or len(row.cells[5]) > 1, row.line, "a reason why it is not here")
    for lesson in row.lessons:
        expect(lesson in variants, row.line, f"a lesson, not {lesson}")
    for variant in row.variants:
        expect(any(variant in variants.get(lesson, ()) for lesson in row.lessons), row.line, f"'{variant}' among {row.lessons}")


with open(os.path.join(SOURCE, PAGE), encoding="utf-8") as file:
    content = file.read()
every_row = read_rows(content)
names = sorted(name for name in os.listdir(os.path.join(SOURCE, "lessons")) if re.match(r"\d\d_", name))
variants = {name: [variant["name"] for variant in listing(os.path.join(BIN, name))["variants"]] if name != "00_hello" else []
            for name in names}
test_parts(content, every_row)
for one in every_row:
    test_row(one, variants)
finish()
