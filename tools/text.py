#!/usr/bin/env python3
"""Keeps the texts true: *.md, lessons/*.md and the lessons' own, or the files that are named.

  text.py refresh [--bin DIR] [FILE...]  rewrites the excerpts and figures from their sources; with
                                         --bin, what sessions print too
  text.py check [--bin DIR] [FILE...]    prints every fault; with --bin, runs the commands too

Exit: 0 good, 1 faults, 2 wrong usage. What a text may contain:

  <!-- excerpt: shaders/04_life/global.comp#main -->
      The code block below is this part of a file (named from the repository's root): the region
      between the comments `// [main]` and `// [/main]` (in scripts `# [main]`), or else the
      function or struct of that name with the comment right above it; without #NAME, the whole
      file. Comments that mark regions are left out. Between comment and block a line says to
      readers, who don't see the comment, where the block is from. `refresh` adds line and block
      where they lack.
      A c or glsl block that is in no file is marked: ```c sketch

  <!-- figures: measurements/04_life-h100.json -->
  <!-- /figures -->
      What stands between is made from a file that --bench --json has written (named from the
      text's directory). After the name may stand: part=blur, for the cases of one part;
      with=n=1024, for those with that value of a parameter; by=stride, for a single table with a
      row for each value of that parameter and a column for each version; value=median_ms (or
      items_per_s, gb_per_s, flops_per_s), what it shows.

  <!-- plot: figures/strides.svg measurements/h100.json by=stride value=median_ms -->
      The picture (named from the text's directory, and shown by an image somewhere) is drawn from
      such a file; the words are those of figures. `refresh` draws it anew when what it shows has
      changed, which takes python3-matplotlib. In place of the file, FILE:PLACE,FILE:PLACE chooses
      cases (from 0), and across=in_these_words names the axis. With value=roofline alone, it has the
      versions of such cases that state their arithmetic, under the first file's roofs.

  <!-- figure: measurements/04_life-h100.json
       cases.0.results.tile.gb_per_s %.0f -->2884<!-- /figure -->
      One number from such a file, in a sentence: the way to it, where a member of a list is
      called by its place (from 0) or its variant, and its format. With ` / ` and a second way
      (FILE:WAY if it leads through another file) it is the quotient of the two. Not at the start
      of a line.

  ```sh                    ./wb commands, run for a frame, small and without a window; only `./wb check N`,
      alone or with --all, is read and not run, as the tests do that for each lesson. Other lines are
      faults, unless commands start with `$ `, when the other lines are output. `# exits 1` after a
      command says how it ends. ```sh no-run is left alone.

  `./wb run 4 --hash`      in a sentence: not run, but its lesson, variant and options have to
      exist, unless one of its words is in capitals: `./wb run N`.

  ```console               the same, and the output has to be what the command prints: a session
      of ./wb debug. `refresh --bin` puts it there.

  <!-- live: 04_life tile view=cells -->   a kernel that runs in the book's page: see tools/live.py

  Links, images, anchors, and paths such as `common/gl/pass.h` in backticks have to exist; a path
  with NN, NAME or * in it stands for others.
"""
import argparse
import functools
import json
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

import plot

ROOT = Path(__file__).resolve().parent.parent
TIMEOUT_S = 300  # of one command

FENCE = re.compile(r"(\s*)(`{3,}|~{3,})([^`]*)")
EXCERPT = re.compile(r"(\s*)<!--\s*excerpt:\s*([^\s#]+)(?:#([\w-]+))?\s*-->\s*")
CAPTION = re.compile(r"\s*\[`([^`]+)`\]\(([^()\s]+)\)(?:, `([^`]+)`)?:\s*")  # what refresh writes above it
FIGURES = re.compile(r"\s*<!--\s*figures:\s*(\S+?)((?:\s+\w+=\S+)*)\s*-->\s*")
PLOT = re.compile(r"\s*<!--\s*plot:\s*(\S+)\s+(\S+?)((?:\s+\w+=\S+)*)\s*-->\s*")
FIGURES_END = re.compile(r"\s*<!--\s*/figures\s*-->\s*")
FIGURE = re.compile(
    r"(<!--\s*figure:\s*(\S+)\s+(\S.*?)\s+(%\S+)\s*-->)([^<\n]*)(<!-- /figure -->)")
DIRECTIVE = re.compile(r"<!--\s*/?\s*(?:excerpt|figure)s?\b")
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
    lesson = file.resolve().parent.parent.name
    if not isinstance(record, dict) or record.get("lesson", "of peers") not in (lesson, "of peers"):
        raise Problem(f"{name} does not come from {lesson}'s bench: ./wb bench N --json FILE "
                      "writes a record")
    return record


def table(record):
    """The Markdown for what wb_bench_write_json() writes. No other function knows so much of it."""
    roof = record["roof"]
    lines = [f"{record['gl']}, {record['date']}; {record['clock']}. Roof: "
             f"{three_digits(roof['read']['gb_per_s'])} GB/s reading, "
             f"{three_digits(roof['copy']['gb_per_s'])} GB/s copying."]
    for case in record["cases"]:
        lines += ["", f"| {case['parameters']} | ms a frame | {case['item']}/s | GB/s "
                      "| of the roof | gain |",
                  "| :-- | --: | --: | --: | --: | --: |"]
        lines += [table_row(result) for result in case["results"]]
    if any(not result["steady"] for case in record["cases"] for result in case["results"]):
        lines += ["", "~ still moved when the time for measuring was over"]
    return lines


UNITS = {"median_ms": "ms a frame", "items_per_s": "{item}/s", "gb_per_s": "GB/s",
         "flops_per_s": "FLOP/s"}


def read_words(words):
    """part=blur by=stride value=median_ms, as a dictionary."""
    given = dict(word.split("=", 1) for word in words.split())
    unknown = set(given) - {"part", "with", "by", "value", "across"}
    if unknown:
        raise Problem(f"{unknown.pop()}= is not known: there are part=, with=, by=, value= and across=")
    if given.get("value", "median_ms") not in UNITS:
        raise Problem(f"value={given['value']} is not known: there are {' '.join(UNITS)}")
    return given


def choose_cases(record, given):
    """The record with those cases only that part= and with= ask for."""
    cases = record["cases"]
    if "part" in given:
        cases = [case for case in cases if case["parameters"].startswith(f"{given['part']}:")]
        if not cases:
            raise Problem(f"there are no cases of the part {given['part']}")
    if "with" in given:
        cases = [case for case in cases if given["with"] in case["parameters"].split()]
        if not cases:
            raise Problem(f"there are no cases with {given['with']}")
    return {**record, "cases": cases}


def in_order(values):
    """Numbers by their size, words as they come."""
    try:
        return sorted(values, key=float)
    except ValueError:
        return values


def sweep(record, by):
    """The values of the parameter, in order; and {version: {value: its result}}."""
    values, versions = [], {}
    for case in record["cases"]:
        found = re.search(rf"\b{by}=(\S+)", case["parameters"])
        if not found:
            raise Problem(f"'{case['parameters']}' has no {by}=")
        if found[1] not in values:
            values.append(found[1])
        for result in case["results"]:
            results = versions.setdefault(result["variant"], {})
            if found[1] in results:
                raise Problem(f"two cases have {by}={found[1]}: choose by part= or with=")
            results[found[1]] = result
    return in_order(values), versions


def sweep_table(record, by, value):
    values, versions = sweep(record, by)
    unit = UNITS[value].format(item=record["cases"][0]["item"])
    lines = [f"{record['gl']}, {record['date']}; {record['clock']}. In {unit}:", "",
             f"| {by} | " + " | ".join(f"`{name}`" for name in versions) + " |",
             "| --: |" + " --: |" * len(versions)]
    for at in values:
        cells = []
        for results in versions.values():
            write = with_prefix if value in ("items_per_s", "flops_per_s") else three_digits
            cells.append(write(results[at][value]) if at in results else "")
        lines.append(f"| {at} | {' | '.join(cells)} |")
    return lines


def table_row(result):
    cells = [f"`{result['variant']}`",
             ("" if result["steady"] else "~ ") + three_digits(result["median_ms"]),
             with_prefix(result["items_per_s"]),
             three_digits(result["gb_per_s"]),
             "on the CPU" if result["roof"] == "CPU" else
             f"{100 * result['share_of_roof']:.0f} % ({result['roof']})",
             f"x {three_digits(result['gain'])}" if "gain" in result else ""]
    return f"| {' | '.join(cells)} |"


def exponent(value):
    return int(f"{value:.2e}".split("e")[1])


def three_digits(value):
    return f"{value:,.{max(0, 2 - exponent(value))}f}"


def with_prefix(value):
    thousands = min(max(exponent(value) // 3, 0), 5)
    return f"{three_digits(value / 1000**thousands)} {'kMGTP'[thousands - 1]}" if thousands \
        else three_digits(value)


def figures(text, name, words):
    record = read_measurement(text, name)
    given = read_words(words)
    try:
        record = choose_cases(record, given)
        if "by" in given:
            return ["", *sweep_table(record, given["by"], given.get("value", "median_ms")), ""]
        return ["", *table(record), ""]
    except (KeyError, TypeError, ValueError) as error:
        raise Problem(f"{name} lacks what the table needs ({error!r}): measure again") from error


def figure(text, name, way, form):
    values = []
    for place in way.split(" / "):
        file, _, one = place.rpartition(":")
        values.append(value_at(read_measurement(text, file or name), file or name, one))
    try:
        written = form % (values[0] / values[1] if len(values) == 2 else values[0])
    except (TypeError, ValueError, ZeroDivisionError) as error:
        raise Problem(f"{form} cannot write {' / '.join(map(repr, values))}: {error}") from error
    return re.sub(r"e\+?(-?)0*(\d)", r"e\1\2", written) if form[-1] in "eg" else written


def value_at(value, name, way):
    for step in way.split("."):
        try:
            if isinstance(value, list) and not step.isdigit():
                value = next(member for member in value if member["variant"] == step)
            else:
                value = value[int(step) if isinstance(value, list) else step]
        except (KeyError, IndexError, TypeError, StopIteration) as error:
            raise Problem(f"{name} has no {way}: it ends before {step}") from error
    return value


def read_places(text, names):
    """A record of the cases FILE:PLACE,FILE:PLACE, which is otherwise the first file's."""
    first, cases = None, []
    for name in names.split(","):
        file, _, place = name.rpartition(":")
        record = read_measurement(text, file) if file else {"cases": []}
        if not place.isdigit() or int(place) >= len(record["cases"]):
            raise Problem(f"{name} is no FILE:PLACE of a case")
        first = first or record
        if record["gl"] != first["gl"]:
            raise Problem(f"{name} is from another machine than the first")
        cases.append(record["cases"][int(place)])
    return {**first, "cases": cases}


def roofline_data(record):
    """{version: [operations a byte, operations a second]}, and the roofs: bytes, operations a second."""
    roof = record["roof"]
    points = {one["variant"]: [one["flops_per_s"] / one["gb_per_s"] / 1e9, one["flops_per_s"]]
              for case in record["cases"] for one in case["results"] if one.get("flops_per_s", 0) > 0}
    if not points:
        raise Problem("no version of these cases states its arithmetic")
    return {"points": points, "machine": record["gl"],
            "roofs": [1e9 * roof["read"]["gb_per_s"], roof["arithmetic"]["flops_per_s"]]}


def plot_data(text, name, words):
    """What a plot shows, in the form that plot.py takes."""
    if words.split() == ["value=roofline"]:
        try:
            return roofline_data(read_places(text, name))
        except (KeyError, TypeError, ValueError) as error:
            raise Problem(f"{name} lacks what the plot needs ({error!r}): measure again") from error
    record = read_places(text, name) if re.search(r":\d+$", name) else read_measurement(text, name)
    given = read_words(words)
    if "by" not in given:
        raise Problem("a plot needs by=, the parameter along its axis")
    try:
        record = choose_cases(record, given)
        value = given.get("value", "median_ms")
        values, versions = sweep(record, given["by"])
        lines = {version: [results[at][value] if at in results else None for at in values]
                 for version, results in versions.items()}
        unit = UNITS[value].format(item=record["cases"][0]["item"])
        return {"x": values, "lines": lines, "x_name": given.get("across", given["by"]).replace("_", " "), "y_name": unit,
                "machine": record["gl"]}
    except (KeyError, TypeError, ValueError) as error:
        raise Problem(f"{name} lacks what the plot needs ({error!r}): measure again") from error


def plots(text):
    """[(line's index, picture, what it shows)]; what is in the way becomes a fault."""
    found = []
    for i in lines_outside(text.lines, find_fences(text.lines)):
        match = PLOT.fullmatch(text.lines[i])
        if match is None:
            continue
        try:
            found.append((i, text.path.parent / match[1], plot_data(text, match[2], match[3])))
        except Problem as problem:
            text.fault(i, problem)
    return found


def is_drawn(picture, data):
    return picture.is_file() and plot.stamp(data) in picture.read_text(encoding="utf-8")


def refresh_plots(text):
    for i, picture, data in plots(text):
        if is_drawn(picture, data):
            continue
        try:
            plot.draw(data, picture)
            print(f"{text.name}:{i + 1}: drew {picture.relative_to(ROOT)}")
        except ImportError as error:
            text.fault(i, f"{error}: install python3-matplotlib (which only the system's own "
                       "python3 sees)")


def check_plots(text):
    for i, picture, data in plots(text):
        if not is_drawn(picture, data):
            text.fault(i, f"{picture.name} does not show these figures: ./wb text draws it anew")


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


def lines_outside(lines, fences):
    """The indices of the lines that are not in a code block."""
    inside = set()
    for begin, end in fences.items():
        inside.update(range(begin, len(lines) if end is None else end + 1))
    return [i for i in range(len(lines)) if i not in inside]


def info_words(line):
    return FENCE.fullmatch(line)[3].split() or [""]


def blank(match):
    return re.sub(r"[^\n]", " ", match[0])


def find_prose(lines):
    """The text without code blocks and without code in backticks, with every other character in
    its line and column; and the code in backticks: [(line's index, code)]."""
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
        """The index of the first line that has to change, and how."""
        for i, (old, new) in enumerate(zip(self.old, self.new)):
            if old != new:
                return self.begin + i, f"here is `{old.strip()}`, but should be `{new.strip()}`"
        return self.begin, f"here are {len(self.old)} lines, but should be {len(self.new)}"


def excerpt_comments(lines, fences):
    """The comments that name a source, {line: first line of the block after it, or None}."""
    comments = {}
    for i in lines_outside(lines, fences):
        if EXCERPT.fullmatch(lines[i]):
            after = [k for k in range(i + 1, len(lines)) if lines[k].strip()][:2]
            if after and CAPTION.fullmatch(lines[after[0]]):
                del after[0]
            comments[i] = after[0] if after and after[0] in fences else None
    return comments


def caption(text, path, name):
    """What says to readers where an excerpt is from."""
    target = os.path.relpath(ROOT / path, text.path.parent)
    return f"[`{path}`]({target})" + (f", `{name}`:" if name else ":")


def excerpt_edit(text, comment, begin, end):
    """`begin` and `end` are the block's fences; None where there is none."""
    lines = text.lines
    indent, path, name = EXCERPT.fullmatch(lines[comment]).groups()
    what = f"{path}#{name}" if name else path
    code = [(indent + line).rstrip() for line in excerpt(path, name)]
    if begin is not None and end is None:
        raise Problem("the code block after this never ends")
    fences = [f"{indent}```{LANGUAGES.get(Path(path).suffix, '')}", f"{indent}```"]
    old_end = comment + 1
    if begin is not None:
        fences, old_end = [lines[begin], lines[end]], end + 1
    elif old_end < len(lines) and CAPTION.fullmatch(lines[old_end]):
        old_end += 1  # its block is lost
    block = [indent + caption(text, path, name), fences[0], *code, fences[1]]
    return Edit(what, comment + 1, lines[comment + 1:old_end], block)


def figures_edit(text, begin):
    """What stands between the comment in line `begin` and its end."""
    name, words = FIGURES.fullmatch(text.lines[begin]).groups()
    end = begin + 1
    while end < len(text.lines) and not DIRECTIVE.search(text.lines[end]):
        end += 1
    if end == len(text.lines) or not FIGURES_END.fullmatch(text.lines[end]):
        raise Problem("these figures need an end: <!-- /figures -->")
    return Edit(name, begin + 1, text.lines[begin + 1:end], figures(text, name, words))


def block_edits(text):
    """What refresh changes in code blocks and tables; what is in its way becomes a fault."""
    lines, fences, edits = text.lines, find_fences(text.lines), []
    comments = excerpt_comments(lines, fences)
    for i in lines_outside(lines, fences):
        try:
            if i in comments:
                edits.append(excerpt_edit(text, i, comments[i], fences.get(comments[i])))
            elif FIGURES.fullmatch(lines[i]):
                edits.append(figures_edit(text, i))
        except Problem as problem:
            text.fault(i, problem)
    return [edit for edit in edits if edit.old != edit.new]


def inline_edits(text):
    """The same for figures inside sentences."""
    prose, _ = find_prose(text.lines)
    lines = list(text.lines)
    for match in reversed(list(FIGURE.finditer(prose))):
        line = line_at(prose, match.start(5))
        begin, end = (place - prose.rfind("\n", 0, place) - 1 for place in match.span(5))
        try:
            new = figure(text, *match.group(2, 3, 4))
            lines[line] = lines[line][:begin] + new + lines[line][end:]
        except Problem as problem:
            text.fault(line, problem)
    return [Edit("the figures in this line", i, [old], [new])
            for i, (old, new) in enumerate(zip(text.lines, lines)) if old != new]


def refresh(text, programs):
    """Rewrites the file if it has to change, and says what changed."""
    edits = block_edits(text) + inline_edits(text)
    if programs:
        edits += output_edits(text, programs, sessions_only=True)
    if not edits:
        return
    lines = list(text.lines)
    for edit in sorted(edits, key=lambda e: e.begin, reverse=True):
        lines[edit.begin:edit.begin + len(edit.old)] = edit.new
    # A reader sees the old text or the new one, and an interruption leaves the old one.
    temporary = text.path.with_name(f".{text.path.name}.{os.getpid()}")
    try:
        temporary.write_text("\n".join(lines), encoding="utf-8")
        shutil.copymode(text.path, temporary)
        os.replace(temporary, text.path)
    finally:
        temporary.unlink(missing_ok=True)
    for edit in edits:
        print(f"{text.name}:{edit.begin + 1}: renewed {edit.what}")


# ---- Check: excerpts and figures ----------------------------------------------------------------


def check_edits(text):
    for edit in block_edits(text) + inline_edits(text):
        line, difference = edit.difference()
        text.fault(line, f"{edit.what}: {difference}: ./wb text renews it")


def check_blocks(text):
    lines, fences = text.lines, find_fences(text.lines)
    claimed = excerpt_comments(lines, fences).values()
    for begin, end in fences.items():
        words = info_words(lines[begin])
        if end is None:
            text.fault(begin, "this code block never ends")
        elif words[0] in ("c", "glsl") and "sketch" not in words and begin not in claimed:
            text.fault(begin, "this code comes from no file: put <!-- excerpt: FILE#NAME --> "
                              f"before it, or mark it ```{words[0]} sketch")


def check_directives(text):
    """A comment that was meant for this program, but misspelt, must not go unseen."""
    prose, _ = find_prose(text.lines)
    in_figures = False
    for i, line in enumerate(FIGURE.sub(blank, prose).split("\n")):
        if FIGURES_END.fullmatch(line) and not in_figures:
            text.fault(i, "ends figures that nothing begins: <!-- figures: FILE -->")
        elif DIRECTIVE.search(line) and not any(
                form.fullmatch(line) for form in (EXCERPT, FIGURES, FIGURES_END)):
            text.fault(i, "this comment is not understood: see the top of tools/text.py for its "
                          "form, and whether it needs a line of its own")
        in_figures = bool(FIGURES.fullmatch(line)) or in_figures and not FIGURES_END.fullmatch(line)
    import live  # here, because it needs this module
    for match in live.MARKER.finditer(prose):
        try:
            live.Marker(match[1])
        except (live.text.Problem, ValueError) as problem:
            text.fault(line_at(prose, match.start()), problem)
    for match in FIGURE.finditer(prose):
        before = prose[prose.rfind("\n", 0, match.start()) + 1:match.start()]
        if re.fullmatch(r"[\s>]*(?:(?:[-*+]|\d+[.)])\s+)?", before):
            text.fault(line_at(prose, match.start()),
                       "a line that begins with a comment is not Markdown but HTML: move a word of "
                       "the sentence before it")


# ---- Check: links and paths ---------------------------------------------------------------------

LINKS = [re.compile(r"\]\(\s*<?([^)\s>]+)"),  # [text](target), and pictures
         re.compile(r"^ {0,3}\[[^\]^][^\]]*\]:\s*<?([^\s>]+)", re.M),  # [name]: target
         re.compile(r"<(?:a|img)\b[^>]*?\b(?:href|src)=[\"']([^\"']+)", re.I)]
CODE_PATH = re.compile(r"((?:lessons|common|shaders|tests|screenshots|figures|tools|cmake)/[\w./*+-]*)"
                       r"(?::\d+)?(?:#([\w-]+))?")


def anchors(lines):
    """What GitHub makes of the headings, and the ids that are set by hand."""
    prose, _ = find_prose(lines)
    found = set(re.findall(r"<[^>]*?\b(?:id|name)=[\"']([^\"']+)", prose))
    times = {}
    prose = re.sub(r"<!--.*?-->", blank, prose, flags=re.S).split("\n")
    for i, line in enumerate(prose):
        if re.match(r" {0,3}#{1,6}\s", line):
            slug = heading_slug(lines[i])
            number = times.get(slug, 0)
            times[slug] = number + 1
            found.add(f"{slug}-{number}" if number else slug)
    return found


def heading_slug(line):
    heading = re.sub(r"^\s*#+\s+|\s+#+\s*$", "", line).strip()
    heading = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    heading = re.sub(r"(?<!\w)_(.+?)_(?!\w)", r"\1", heading)
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def check_target(text, target):
    if re.match(r"[A-Za-z][A-Za-z0-9+.-]*:|//", target):
        return  # elsewhere in the world
    path, _, anchor = target.partition("#")
    path = unquote(path.partition("?")[0])
    file = ROOT / path.lstrip("/") if path.startswith("/") else text.path.parent / path
    file = Path(os.path.normpath(file)) if path else text.path
    if not file.is_relative_to(ROOT):
        raise Problem(f"the link {target} leads out of the repository, where readers have nothing")
    if not file.exists():
        raise Problem(f"the link {target} leads nowhere: there is no {file.relative_to(ROOT)}")
    if anchor and file.suffix == ".md":
        known = anchors(file.read_text(encoding="utf-8").split("\n"))
        if unquote(anchor) not in known:
            raise Problem(f"the link {target} leads to no heading; {file.relative_to(ROOT)} has: "
                          f"{' '.join(sorted(known))}")


def check_code_path(code):
    """A path in backticks, with #NAME for a part of it."""
    match = CODE_PATH.fullmatch(code)
    if not match or "NN" in code or "NAME" in code:
        return
    if not any(ROOT.glob(match[1].rstrip("/"))):
        raise Problem(f"`{code}` does not exist: name what does, from the repository's root")
    if match[2]:
        excerpt(match[1], match[2])


def check_links(text):
    prose, spans = find_prose(text.lines)
    prose = re.sub(r"<!--.*?-->", blank, prose, flags=re.S)
    checks = [(line_at(prose, match.start(1)), check_target, (text, match[1]))
              for form in LINKS for match in form.finditer(prose)]
    checks += [(line, check_code_path, (code,)) for line, code in spans]
    for line, function, arguments in checks:
        try:
            function(*arguments)
        except Problem as problem:
            text.fault(line, problem)


# ---- Check: commands ----------------------------------------------------------------------------

COMMAND = re.compile(r"(?:mkdir \w+ && )?(?:\w+=\S* +)*\./wb(?:\s|$)")
WB_CALL = re.compile(r"(?<!\S)\./wb(?: +([\w-]+))?(?: +(\w+)(?:\.(\w+))?)?(?!\S)")


class Command:
    """`line`: its index. `output`: the indices of the first line of what it prints and of the one
    behind; None: the text does not say what it prints."""

    def __init__(self, line, text, output=None):
        self.line, self.text, self.output = line, text, output


def find_commands(text):
    """The commands in blocks of sh and console."""
    commands, fences = [], find_fences(text.lines)
    excerpts = excerpt_comments(text.lines, fences).values()
    for begin, end in fences.items():
        words = info_words(text.lines[begin])
        is_shell = words[0] in ("sh", "bash", "shell", "console")
        if not is_shell or "no-run" in words or begin in excerpts or end is None:
            continue
        block = join_continued(begin + 1, text.lines[begin + 1:end])
        if any(line.startswith("$ ") for _, line in block):
            block = [(i, line[2:].strip()) for i, line in block if line.startswith("$ ")]
        found = [Command(i, line) for i, line in block if line and not line.startswith("#")]
        if words[0] == "console":
            for command, after in zip(found, [*found[1:], Command(end, "")]):
                command.output = (command.line + 1, after.line)
        commands += found
    return commands


def join_continued(first, lines):
    joined = []
    for i, line in enumerate(lines, first):
        if joined and joined[-1][1].endswith("\\"):
            joined[-1] = (joined[-1][0], joined[-1][1][:-1] + line.strip())
        else:
            joined.append((i, line.strip()))
    return joined


def find_lesson(word):
    """By the rules of ./wb: a number or a whole name wins over a part of a name."""
    names = sorted(path.name for path in ROOT.glob("lessons/[0-9][0-9]_*") if path.is_dir())
    wanted = f"0{word}" if re.fullmatch("[0-9]", word) else word
    whole = [name for name in names if wanted in (name, *name.split("_", 1))]
    found = whole or [name for name in names if wanted in name]
    if len(found) != 1:
        raise Problem(f"'{word}' names no lesson, or several: there are {' '.join(names)}")
    return found[0]


def built_command(command, programs):
    """The command with every ./wb in it replaced by the built program: quick, and no window."""

    def replace(match):
        name, argument, task = match[1] or "help", match[2], match[3]
        rest = f" {argument}" if argument else ""
        if name in ("run", "check", "bench", "debug", "show"):
            if not argument:
                raise Problem(f"./wb {name} needs a lesson")
            if name == "check" and not task and match.string[match.end():].strip() in ("", "--watch", "--all"):
                return f": {find_lesson(argument)} {name}"  # the tests do this for each lesson
            options = {"run": "--headless --frames 1 --size 320x200", "debug": "--debug"}.get(name, f"--{name}")
            options += f" --task {task}" if task else ""
            return f"{shlex.quote(str(programs / find_lesson(argument)))} {options}"
        if name in ("list", "doctor", "help"):
            return shlex.quote(str(ROOT / "wb")) + f" {name}{rest}"
        if name in ("setup", "shots", "test", "text", "grade", "book", "dist", "next", "answer", "progress", "reset"):
            return f": {name}{rest}"  # these change the machine or the repository, or take long
        raise Problem(f"there is no command ./wb {name}")

    command = WB_CALL.sub(replace, command)
    command = re.sub(r" --show +(?!-)(\S+)", r" --show --variant \1", command)  # as ./wb show has it
    command = re.sub(r"( --show --variant \S+) +(?!-)([^\s>|;&#]\S*)", r"\1 --pass \2", command)
    command = re.sub(r" --(?:step|watch)(?!\S)", "", command)  # one needs a window, one an end
    return re.sub(r" --bench(?!\S)", " --bench --list", command)  # no timing here


def run_command(command, directory):
    """The exit status and what the command printed; None for a status when time was up."""
    with subprocess.Popen(["sh", "-c", command], cwd=directory, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", start_new_session=True) as process:
        try:
            output, _ = process.communicate(timeout=TIMEOUT_S)
            return process.returncode, output
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return None, process.communicate()[0]


def check_command(line, programs, directory):
    """Returns what it prints; `programs` None: looks only whether it is a command."""
    if not COMMAND.match(line):
        raise Problem(f"`{line}` cannot be tried: begin with ./wb, or mark the block ```sh no-run")
    command, _, comment = re.sub(r"\s#", "\0", line, count=1).partition("\0")
    exits = re.search(r"\bexits (\d+)", comment)
    expected = {int(exits[1])} if exits else {0}
    if "./wb doctor" in command and not exits:
        expected = {0, 1}  # what it says of this machine is not the text's business
    command = built_command(command, programs or Path("."))
    if programs is None:
        return None
    status, output = run_command(command, directory)
    if status in expected:
        return output
    ended = f"took longer than {TIMEOUT_S} s" if status is None else f"exits {status}"
    tail = "".join(f"\n    {printed}" for printed in output.rstrip().split("\n")[-6:])
    raise Problem(f"`{line}` {ended}, not {min(expected)}: mend it, or say `# exits N`; it ran as\n"
                  f"    {command}{tail}")


def check_quoted(code, programs):
    """A command in a sentence: with --list, the program looks at its options, and ends."""
    match = WB_CALL.search(code)
    if not match or not match[2] or re.search(r"\b[A-Z]\b|[A-Z]{2}", code[match.start():]):
        return
    command = built_command(code[match.start():], programs or Path("."))
    if programs is None or match[1] not in ("run", "check", "bench", "debug", "show") or find_lesson(match[2]).startswith("00"):
        return  # lesson 00 has no program of the workbench
    status, output = run_command(f"{command} --list", programs)
    if status != 0:
        raise Problem(f"`{code}` is wrong: {output.strip()}")


def check_quotes(text, programs):
    _, spans = find_prose(text.lines)
    for line, code in spans:
        try:
            check_quoted(" ".join(code.split()), programs)
        except Problem as problem:
            text.fault(line, problem)


@functools.cache
def copied_course():
    """The temporary directory with a copy of the repository that all texts share."""
    scratch = tempfile.TemporaryDirectory()
    shutil.copytree(ROOT, Path(scratch.name) / "course", symlinks=True,
                    ignore=shutil.ignore_patterns("build", ".*"))
    return scratch


def run_commands(text, programs, sessions_only):
    """Each command with what it prints (None without `programs`); those that go wrong become
    faults."""
    commands = [command for command in find_commands(text) if command.output or not sessions_only]
    with tempfile.TemporaryDirectory() as scratch:
        # Commands start in the repository's root, and may write there: in a copy of it.
        directory = Path(scratch) / "course"
        if commands and programs:
            # Of links to files that are copied once: what the workbench writes, it puts in their place.
            shutil.copytree(Path(copied_course().name) / "course", directory, symlinks=True, copy_function=os.link)
        for command in commands:
            try:
                yield command, check_command(command.text, programs, directory)
            except Problem as problem:
                text.fault(command.line, problem)


def output_edits(text, programs, sessions_only):
    """What the sessions print now; other commands only have to run."""
    edits = []
    for command, output in run_commands(text, programs, sessions_only):
        if command.output is None or output is None:
            continue
        begin, end = command.output
        new = [line.rstrip() for line in output.rstrip("\n").split("\n")]
        edits.append(Edit(f"the output of `{command.text}`", begin, text.lines[begin:end], new))
    return [edit for edit in edits if edit.old != edit.new]


@functools.cache
def has_texts_front():
    """Whether glslangValidator is of the version whose lines the texts show: others count the end of a function or an `if`
    to another line, and the debugger stops there."""
    words = ["glslangValidator", "--version"]
    return not shutil.which(words[0]) or "Version: 11:12." in subprocess.run(words, capture_output=True, text=True).stdout


def check_commands(text, programs):
    for edit in output_edits(text, programs, sessions_only=False):
        if "./wb debug" in edit.what and not has_texts_front():
            print(f"{text.name}: {edit.what} was not compared, since this glslang counts lines in another way than the texts'")
            continue
        line, difference = edit.difference()
        text.fault(line, f"{edit.what}: {difference}: ./wb text renews it")


# ---- The command line ---------------------------------------------------------------------------


def find_texts(parser, names):
    if not names:
        paths = [*sorted(ROOT.glob("*.md"), reverse=True), *sorted(ROOT.glob("lessons/*.md")),
                 *sorted(ROOT.glob("lessons/*/*.md")), *sorted(ROOT.glob("lessons/*/further/*.md"))]
    else:
        paths = [Path(name).resolve() for name in names]
        paths = [path for one in paths for path in (sorted(one.rglob("*.md")) if one.is_dir() else [one])]
    for path in paths:
        if not path.is_file():
            parser.error(f"there is no file {path}")
        if not path.is_relative_to(ROOT):
            parser.error(f"{path} is not part of {ROOT}")
    return [Text(path) for path in paths]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=("refresh", "check"))
    parser.add_argument("--bin", type=Path, metavar="DIR", help="where the lessons' programs are")
    parser.add_argument("files", nargs="*", metavar="FILE", help="a text, or a directory of texts; without one, all")
    arguments = parser.parse_intermixed_args()  # FILE may come after --bin
    if arguments.bin and not arguments.bin.is_dir():
        parser.error(f"--bin {arguments.bin}: there is no such directory")
    programs = arguments.bin.resolve() if arguments.bin else None

    texts = find_texts(parser, arguments.files)
    fault_count = 0
    for text in texts:
        if arguments.command == "refresh":
            refresh(text, programs)
            refresh_plots(text)
        else:
            for check in (check_edits, check_plots, check_blocks, check_directives, check_links):
                check(text)
            check_quotes(text, programs)
            check_commands(text, programs)
        fault_count += text.print_faults()
    if arguments.command == "check":
        print(f"{len(texts)} texts, {fault_count} faults"
              + ("" if programs else "; commands were read, not run: --bin DIR runs them"))
    return 1 if fault_count else 0


if __name__ == "__main__":
    sys.exit(main())
