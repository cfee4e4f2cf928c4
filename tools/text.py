#!/usr/bin/env python3
"""Keeps the lessons' texts true: README.md and lessons/*/*.md, or the files that are named.

  text.py refresh [FILE...]              rewrites the excerpts and figures from their sources
  text.py check [--bin DIR] [FILE...]    prints every fault; with --bin, runs the commands too

Exit: 0 good, 1 faults, 2 wrong usage. What a text may contain:

  <!-- excerpt: shaders/04_life/global.comp#main -->
      The code block below is this part of a file (named from the repository's root): the region
      between the comments `// [main]` and `// [/main]` (in scripts `# [main]`), or else the
      function or struct of that name with the comment right above it; without #NAME, the whole
      file. Comments that mark regions are left out. `refresh` adds the block if there is none.
      A c or glsl block that is in no file is marked: ```c sketch

  <!-- figures: measurements/04_life-h100.json -->
  <!-- /figures -->
      What stands between is made from a file that --bench --json has written (named from the
      text's directory).

  <!-- figure: measurements/04_life-h100.json cases.0.versions.tile.items_per_s %.2e -->3.10e12<!-- /figure -->
      One number from such a file, in a sentence: the way to it, where a member of a list is
      called by its place or its name, and its format. This must not be the start of a line.

  ```sh                    ./wb commands, run with three frames and without a window; other lines
      are faults, unless commands start with `$ `, when the other lines are output. `# exits 1`
      after a command says how it ends. ```sh no-run is left alone.

  Links, images, anchors, and paths such as `common/gl/pass.h` in backticks have to exist; a path
  with NN or * in it stands for others.
"""
import argparse
import json
import math
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path
from urllib.parse import unquote

ROOT = Path(__file__).resolve().parent.parent
REFRESH = "./wb text renews it"
TIMEOUT_S = 300  # of one command

FENCE = re.compile(r"(\s*)(`{3,}|~{3,})([^`]*)")
EXCERPT = re.compile(r"(\s*)<!--\s*excerpt:\s*([^\s#]+)(?:#([\w-]+))?\s*-->\s*")
FIGURES = re.compile(r"\s*<!--\s*figures:\s*(\S+)\s*-->\s*")
FIGURES_END = re.compile(r"\s*<!--\s*/figures\s*-->\s*")
FIGURE = re.compile(
    r"(<!--\s*figure:\s*(\S+)\s+(\S.*?)\s+(%\S+)\s*-->)([^<\n]*)(<!-- /figure -->)")
DIRECTIVE = re.compile(r"<!--\s*/?\s*(?:excerpt|figures?)\b")
MARKER = re.compile(r"\s*(?://|#)\s*\[(/?)([\w-]+)\]\s*")
LANGUAGES = {".c": "c", ".h": "c", ".cpp": "cpp", ".comp": "glsl", ".vert": "glsl",
             ".frag": "glsl", ".glsl": "glsl", ".sh": "sh", ".py": "python"}


class Problem(Exception):
    """What is wrong, and what to do."""


class Text:
    """One Markdown file, and the faults found in it so far."""

    def __init__(self, path):
        self.path = path
        self.name = path.relative_to(ROOT)
        self.faults = []
        try:
            self.lines = path.read_text(encoding="utf-8").split("\n")
        except (OSError, UnicodeDecodeError) as error:
            self.lines = []
            self.fault(0, f"cannot be read: {error}")

    def fault(self, index, message):
        self.faults.append((index, str(message)))

    def print_faults(self):
        for index, message in sorted(self.faults):
            print(f"{self.name}:{index + 1}: {message}")
        return len(self.faults)


def read_source(path):
    file = ROOT / path
    if not file.is_file():
        raise Problem(f"there is no file {path}: name it from the repository's root")
    return file.read_text(encoding="utf-8").rstrip("\n").split("\n")


# ---- Excerpts -----------------------------------------------------------------------------------


def find_region(lines, name):
    """The lines from begin up to end, or None if no comment marks such a region."""
    begins, ends, names = [], [], set()
    for i, line in enumerate(lines):
        marker = MARKER.fullmatch(line)
        if marker:
            names.add(marker[2])
        if marker and marker[2] == name:
            (ends if marker[1] else begins).append(i)
    if not begins and not ends:
        return None, names
    if len(begins) != 1 or len(ends) != 1 or ends[0] < begins[0]:
        where = ", ".join(str(i + 1) for i in sorted(begins + ends))
        raise Problem(f"region {name} needs one [{name}] and after it one [/{name}], "
                      f"but has these marks: line {where}")
    return (begins[0] + 1, ends[0]), names


def find_definition(lines, name):
    """The lines of a function or struct that begins and ends in column 0, and its comment."""
    start = re.compile(rf"(?:[A-Za-z_][\w \t*]*[ \t*])?{name}\s*\(|(?:\w+ )*struct {name}\b")
    found = []
    for begin, line in enumerate(lines):
        if not start.match(line):
            continue
        body = begin  # a declaration comes to a ';' before it comes to a '{'
        while body < len(lines) - 1 and not re.search("[{;]", without_comment(lines[body])):
            body += 1
        code = without_comment(lines[body])
        if "{" not in code.split(";")[0]:
            continue
        end = body
        if code.count("{") != code.count("}"):
            while end < len(lines) - 1 and not lines[end].startswith("}"):
                end += 1
        found.append((comment_above(lines, begin), end + 1))
    if len(found) > 1:
        where = ", ".join(str(end) for _, end in found)
        raise Problem(f"{name} is defined more than once (up to line {where}): mark a region")
    return found[0] if found else None


def without_comment(line):
    return re.sub(r"//.*|/\*.*?\*/", "", line)


def comment_above(lines, begin):
    """Where the comment that stands right above line `begin` starts; `begin` if there is none."""
    above = begin - 1
    if above >= 0 and lines[above].rstrip().endswith("*/"):
        while above > 0 and not lines[above].startswith("/*"):
            above -= 1
        return above if lines[above].startswith("/*") else begin
    while above >= 0 and re.match(r"//|#( |$)", lines[above]) and not lines[above].startswith("#!"):
        above -= 1
    return above + 1


def excerpt(path, name):
    lines = read_source(path)
    begin, end = 0, len(lines)
    if name:
        place, regions = find_region(lines, name)
        place = place or find_definition(lines, name)
        if place is None:
            known = f"; its regions: {' '.join(sorted(regions))}" if regions else ""
            raise Problem(f"{path} has no region [{name}] and defines no {name}{known}")
        begin, end = place
    kept = [line for line in lines[begin:end] if not MARKER.fullmatch(line)]
    kept = textwrap.dedent("\n".join(kept)).strip("\n").split("\n")
    if any(FENCE.fullmatch(line) for line in kept):
        raise Problem(f"{path} holds a line of ```, which would end the block: excerpt a part")
    return kept


# ---- Figures ------------------------------------------------------------------------------------


def read_measurement(text, name):
    file = text.path.parent / name
    if not file.is_file():
        raise Problem(f"there is no record {name}: ./wb bench N --json FILE writes one")
    try:
        record = json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise Problem(f"{name} is no JSON: {error}") from error
    lesson = text.path.parent.name
    if not isinstance(record, dict) or record.get("lesson") != lesson:
        raise Problem(f"{name} is no record of {lesson}'s bench: ./wb bench N --json FILE writes one")
    return record


def table(record):
    """The Markdown for a record of --bench --json: the only function that knows its whole shape."""
    lines = [f"{record['gl']}, {record['date']}; clock: {record['clock']}."]
    for case in record["cases"]:
        lines += ["", f"| {case['name']} | median | items/s | GB/s | of the roof | gain |",
                  "| :-- | --: | --: | --: | --: | --: |"]
        for version in case["versions"]:
            lines.append(f"| {version['name']} | {three_digits(version['median_ms'])} ms "
                         f"| {with_prefix(version['items_per_s'])} "
                         f"| {three_digits(version['gb_per_s'])} "
                         f"| {version['roof_share']:.0%} | {three_digits(version['gain'])} |")
    return lines


def three_digits(value):
    if value == 0:
        return "0"
    return f"{value:,.{max(0, 2 - math.floor(math.log10(abs(value))))}f}"


def with_prefix(value):
    for factor, prefix in ((1e12, " T"), (1e9, " G"), (1e6, " M"), (1e3, " k")):
        if abs(value) >= factor:
            return three_digits(value / factor) + prefix
    return three_digits(value)


def figures(text, name):
    record = read_measurement(text, name)
    try:
        return ["", *table(record), ""]
    except (KeyError, TypeError, ValueError) as error:
        raise Problem(f"{name} lacks what the table needs ({error!r}): measure again") from error


def figure(text, name, way, form):
    value = read_measurement(text, name)
    for step in way.split("."):
        try:
            if isinstance(value, list) and not step.isdigit():
                value = next(member for member in value if member["name"] == step)
            else:
                value = value[int(step) if isinstance(value, list) else step]
        except (KeyError, IndexError, TypeError, StopIteration) as error:
            raise Problem(f"{name} has no {way}: it ends before {step}") from error
    try:
        written = form % value
    except (TypeError, ValueError) as error:
        raise Problem(f"{form} cannot write {value!r}: {error}") from error
    return re.sub(r"e\+?(-?)0*(\d)", r"e\1\2", written) if form[-1] in "eg" else written


# ---- What a text is made of ---------------------------------------------------------------------


def find_fences(lines):
    """The code blocks, {first line: last line}, both of them fences; None for one without end."""
    fences = {}
    i = 0
    while i < len(lines):
        opened = FENCE.fullmatch(lines[i])
        if opened:
            end = re.compile(rf"\s*{opened[2][0]}{{{len(opened[2])},}}\s*")
            fences[i] = next((k for k in range(i + 1, len(lines)) if end.fullmatch(lines[k])), None)
            i = len(lines) if fences[i] is None else fences[i]
        i += 1
    return fences


def info_words(line):
    return FENCE.fullmatch(line)[3].split() or [""]


def blank(match):
    return re.sub(r"[^\n]", " ", match[0])


def find_prose(lines):
    """The text without code blocks and code in backticks, which become spaces: every character
    stays where it was. And that code: [(line's index, code)]."""
    lines = list(lines)
    for begin, end in find_fences(lines).items():
        end = len(lines) if end is None else end + 1
        lines[begin:end] = [""] * (end - begin)
    content = "\n".join(lines)
    code_span = re.compile(r"(?<!`)(`+)(?!`)((?:(?!\n\s*\n).)+?)(?<!`)\1(?!`)", re.S)
    spans = [(line_at(content, m.start()), m[2].strip()) for m in code_span.finditer(content)]
    return code_span.sub(blank, content), spans


def line_at(content, position):
    return content.count("\n", 0, position)


# ---- Refresh ------------------------------------------------------------------------------------


class Edit:
    """`new` lines in place of the `old` ones from line `begin` on."""

    def __init__(self, what, begin, old, new):
        self.what, self.begin, self.old, self.new = what, begin, old, new

    def difference(self):
        for i, (old, new) in enumerate(zip(self.old, self.new)):
            if old != new:
                return f"line {self.begin + i + 1} is `{old.strip()}`, not `{new.strip()}`"
        return f"it has {len(self.old)} lines, not {len(self.new)}"


def excerpt_comments(lines, fences):
    """The comments that name a source, {line: first line of the block after it, or None}."""
    comments = {}
    for i in lines_outside(lines, fences):
        if EXCERPT.fullmatch(lines[i]):
            after = next((k for k in range(i + 1, len(lines)) if lines[k].strip()), None)
            comments[i] = after if after in fences else None
    return comments


def excerpt_edit(lines, comment, begin, end):
    """`begin` and `end` are the block's fences; None where there is none."""
    indent, path, name = EXCERPT.fullmatch(lines[comment]).groups()
    what = f"{path}#{name}" if name else path
    code = [(indent + line).rstrip() for line in excerpt(path, name)]
    if begin is not None and end is None:
        raise Problem("the code block after this never ends")
    if begin is not None:
        return Edit(what, begin + 1, lines[begin + 1:end], code)
    block = [f"{indent}```{LANGUAGES.get(Path(path).suffix, '')}", *code, f"{indent}```"]
    return Edit(what, comment + 1, [], block)


def figures_edit(text, begin):
    """What stands between the comment in line `begin` and its end."""
    name = FIGURES.fullmatch(text.lines[begin])[1]
    end = begin + 1
    while end < len(text.lines) and not DIRECTIVE.search(text.lines[end]):
        end += 1
    if end == len(text.lines) or not FIGURES_END.fullmatch(text.lines[end]):
        raise Problem("these figures need an end: <!-- /figures -->")
    return Edit(name, begin + 1, text.lines[begin + 1:end], figures(text, name))


def block_edits(text):
    """What refresh changes in code blocks and tables; what is in its way becomes a fault."""
    lines, fences, edits = text.lines, find_fences(text.lines), []
    comments = excerpt_comments(lines, fences)
    for i in lines_outside(lines, fences):
        try:
            if i in comments:
                edits.append(excerpt_edit(lines, i, comments[i], fences.get(comments[i])))
            elif FIGURES.fullmatch(lines[i]):
                edits.append(figures_edit(text, i))
        except Problem as problem:
            text.fault(i, problem)
    return [edit for edit in edits if edit.old != edit.new]


def inline_edits(text):
    """The same for figures inside sentences."""
    prose, _ = find_prose(text.lines)
    content = "\n".join(text.lines)
    edits = []
    for match in FIGURE.finditer(prose):
        line = line_at(prose, match.start())
        try:
            new = figure(text, *match.group(2, 3, 4))
        except Problem as problem:
            text.fault(line, problem)
            continue
        old = content[match.start(5):match.end(5)]
        if old != new:
            edits.append(Edit(f"{match[2]} {match[3]}", line_at(prose, match.start(5)), [old], [new]))
    return edits
