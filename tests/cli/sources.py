"""lessons/SOURCES.md: every part of the sources has its row, how many there are, and every file, region and variant that a row names is there."""
import os
import re
import sys

from common import BIN, SOURCE, expect, finish, listing

sys.path.insert(0, os.path.join(SOURCE, "tools"))
import text  # noqa: E402

# What the sources have: sections (with a letter for each of several listings and techniques), pitfalls, exercises, reference, takeaways.
PARTS = {
    "000": "0a 0b 1.1 1.2a 1.2b 1.2c 1.2d 1.3a 1.3b 1.3c 1.3d 1.3e 1.3f 1.4 2.1 2.2 2.3 2.4 2.5a 2.5b 2.5c 2.6a 2.6b 3.1a 3.1b 3.1c "
           "3.1d 3.1e 3.1f 3.1g 3.1h 3.1i 3.1j 3.1k 3.2 3.3 3.4a 3.4b 3.4c 3.4d 4.1 4.2 4.3a 4.3b 5.1 5.2 5.3 6.1a 6.1b 6.2 6.3 "
           "6.4 7.1 7.2 7.3a 7.3b 7.3c 7.3d 8.1a 8.1b 8.2a 8.2b 8.2c 8.2d 9.1 9.2 9.3a 9.3b 9.3c 9.4 10.1a 10.1b 10.1c 10.1d 10.2a "
           "10.2b 10.2c 10.2d 10.2e 10.2f 10.2g 10.2h 10.2i 10.2j 10.2k 10.2l 10.2m 10.2n 10.3 11.1 11.2 11.3a 11.3b 11.3c 11.3d "
           "11.4a 11.4b 11.4c P1 P2 P3 P4 P5 P6 E1a E1b E1c E1d E1e E1f E1g E2a E2b E2c E2d E2e E2f E3a E3b E3c E3d E3e E3f E3g "
           "E3h E4a E4b E4c E4d E4e E4f E4g E4h Q1 Q2 Q3 Q4 Q5 R1 R2 R3 R4 R5 R6 R7 R8 R9 T1 T2 T3 T4 T5 T6 T7 N",
    "001": "1 2a 2b 2c 2d 2e 3a 3b 3c 4a 4b 5 6 7 8 9 10a 10b 10c 10d 11 12 P1 P2 P3 P4 13",
    "002": "1a 1b 2 3a 3b 4a 4b 4c 4d 4e 5a 5b 5c 5d 6a 6b 6c 6d 6e 6f 6g 7",
    "003": "1a 1b 1c 2 3a 3b 3c 3d 3e 3f 3g 4 5a 5b 6a 6b 6c 7 8 9a 9b 9c 9d 10 11a 11b 12",
    "004": "1 2 3a 3b 3c 4a 4b 5a 5b 6 7 8a 8b 8c 8d 8e 9a 9b 9c 9d 9e 9f 9g 9h 9i 9j 10a 10b 10c 10d 10e 10f 10g 11 12",
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


def count(rows):
    """How many rows there are, and how many each of the four kinds has: here, in part, to read, out of scope."""
    out = sum(row.cells[5].startswith("out of scope") for row in rows)
    part = sum(row.cells[5].startswith("in part: ") for row in rows)
    read = sum(not row.lessons for row in rows) - out
    return [len(rows), len(rows) - part - read - out, part, read, out]


def test_counts(page, rows):
    counts = {source: count([row for row in rows if row.part.startswith(source)]) for source in PARTS}
    counts["all"] = count(rows)
    for source, numbers in counts.items():
        line = "| " + " | ".join([source, *map(str, numbers)]) + " |"
        expect(line in page.split("\n"), PAGE, f"the row of counts '{line}'")


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
test_counts(content, every_row)
for one in every_row:
    test_row(one, variants)
finish()
