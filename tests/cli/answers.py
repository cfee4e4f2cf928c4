"""Reads other answers to a task: what a learner may write into the gap in place of our solution.

tests/tasks/LESSON/NAME.edits holds those of task NAME. Each is what has to be changed in our solution's gap:

    == wrong halo_of_one
    says: expected RGBA
    - const int WIDTH = GROUP + 2 * RADIUS;
    + const int WIDTH = GROUP + RADIUS;
    2 times:
    - x <= 2 * RADIUS
    + x <= RADIUS

The check has to accept an answer that is "right", if with the words behind "notes: ", where there are any; and to reject one that is
"wrong" with the words behind "says: ". The lines
behind "- ", or that part of a line, go; those behind "+ " come in their place, or nothing does. They stand as they are: nothing is
quoted. What goes has to be in the gap exactly once, or as often as the line in front of it says. All of it is looked for in the
solution, so that the order of the replacements does not matter. An empty line ends a replacement.

    == right in_rows
    text:
    (all lines up to the next "== " are the whole answer)

    == wrong in_rows_backwards of in_rows
    (changes the answer of that name in place of our solution)
"""
import re

HEAD = re.compile(r"== (right|wrong) (\w+)(?: of (\w+))?")
TIMES = re.compile(r"(\d+) times:")


class Answer:
    """says: what the check has to say of a wrong answer, or, where that depends on the machine's speed, each of what it may say, with
    ` | ` in between; None of a right one. notes: what it says of a right one all the same, or None. text: what is in the gap."""

    def __init__(self, name, says, notes, text):
        self.name, self.says, self.notes, self.text = name, says, notes, text


def is_said(says, output):
    return any(part in output for part in says.split(" | "))


class _Replacement:
    def __init__(self, times):
        self.times, self.old, self.new = times, [], []


def _fail(file, number, what):
    raise ValueError(f"{file}:{number}: {what}")


def _replacements(file, lines):
    """`lines`: pairs of a number and a line."""
    found, current, times = [], None, 1
    for number, line in lines:
        stated = TIMES.fullmatch(line)
        if line == "" or stated:
            current, times = None, int(stated[1]) if stated else 1
        elif line.startswith("- ") or line == "-":
            if current is None or current.new:
                current, times = _Replacement(times), 1
                found.append((number, current))
            current.old.append(line[2:])
        elif (line.startswith("+ ") or line == "+") and current is not None:
            current.new.append(line[2:])
        else:
            _fail(file, number, f"neither '- ', nor '+ ' behind it, nor 'N times:': {line}")
    return found


def _places(text, old):
    return [match.start() for match in re.finditer(re.escape(old), text)]


def _edit(file, text, lines):
    changes = []
    for number, one in _replacements(file, lines):
        old, new = "\n".join(one.old), "\n".join(one.new)
        places = _places(text, old)
        if len(places) != one.times:
            _fail(file, number, f"what goes is in the solution {len(places)} times, not {one.times}: {old}")
        changes += [(place, place + len(old), new, number) for place in places]
    changes.sort(reverse=True)
    for after, before in zip(changes, changes[1:]):
        if before[1] > after[0]:
            _fail(file, before[3], f"this replacement and the one in line {after[3]} overlap")
    for begin, end, new, _ in changes:
        text = text[:begin] + new + text[end:]
    return text


def _answer(file, number, head, lines, solution, known):
    match = HEAD.fullmatch(head)
    if match is None:
        _fail(file, number, f"not '== right NAME' or '== wrong NAME', with or without ' of NAME': {head}")
    kind, name, base = match.groups()
    if name in known:
        _fail(file, number, f"a second answer named {name}")
    says = notes = None
    if lines and lines[0][1].startswith("says: "):
        says = lines.pop(0)[1].removeprefix("says: ")
    if kind == "right" and lines and lines[0][1].startswith("notes: "):
        notes = lines.pop(0)[1].removeprefix("notes: ")
    if (kind == "wrong") != bool(says):
        _fail(file, number, "a wrong answer, and no other, has 'says: ' and words in the line after its name")
    if lines and lines[0][1] == "text:":
        return Answer(name, says, notes, "\n".join(line for _, line in lines[1:]).strip("\n"))
    if base is not None and base not in known:
        _fail(file, number, f"no answer in front of this one is named {base}")
    original = solution if base is None else known[base].text
    text = _edit(file, original, lines)
    if text == original:
        _fail(file, number, "nothing is changed")
    return Answer(name, says, notes, text)


def read_answers(file, solution):
    """The answers in `file`; `solution` is the text in our solution's gap. Raises ValueError with the file's name, the line, and what is
    wrong there."""
    with open(file, encoding="utf-8") as stream:
        lines = list(enumerate(stream.read().splitlines(), 1))
    heads = [k for k, (_, line) in enumerate(lines) if line.startswith("== ")]
    if not heads or heads[0] != 0:
        _fail(file, 1, "the first line is no '== right NAME' or '== wrong NAME'")
    known = {}
    for begin, end in zip(heads, [*heads[1:], len(lines)]):
        answer = _answer(file, *lines[begin], lines[begin + 1:end], solution, known)
        known[answer.name] = answer
    return list(known.values())
