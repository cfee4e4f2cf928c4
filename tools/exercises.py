"""The tasks of the course in the pages of its book: which they are, and what a page needs to check one.

A lesson lists its tasks (--list --json); a kernel's cases come from the lesson's own check, run on our solution (--task NAME --capture): the
dispatches with what they find, and what is compared with the oracle after them. What a page may not show as it stands (the solution,
hints, what is right) travels packed, with the data. A task gets a place behind the paragraph of the text that sets it.
"""
import functools
import hashlib
import html
import json
import os
import re
import shlex
import struct
import subprocess
import tempfile
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import live
import tasks
import text

ROOT = text.ROOT
MOST_BYTES = 2_500_000  # of a task's data, packed
FIRST = re.compile(r"<p>\s*<strong>Task ([\d.]+),")


class Exercise:
    """`about` is what the lesson says of the task; `why_not`: why a page cannot check it, or ""."""

    def __init__(self, lesson, about, has_program):
        self.lesson, self.about, self.name = lesson, about, f"{lesson}.{about['name']}"
        self.label = f"{int(lesson[:2])}.{about['number']}"
        self.is_code = bool(about.get("kernel"))
        is_c = not has_program or not self.is_code and about["kind"] not in ("predict", "look")
        self.why_not = "It is about a program in C." if is_c else "Its dispatches are yours, too, in C." if about["host"] else ""
        self.parts, self.steps, self.left_out, self.panel = {}, [], [], None


def find(bins):
    """The tasks of all lessons that list them: by their programs, or, without the workbench, in a file."""
    found = []
    for lesson in tasks.lessons():
        has_program = (bins / lesson).exists() and not (ROOT / "lessons" / lesson / "tasks.json").exists()
        found += [Exercise(lesson, about, has_program) for about in tasks.tasks_of(lesson, bins, build=False) or []]
    for exercise in found:
        exercise.why_not = exercise.why_not or left_out(exercise.lesson).get(exercise.about["name"], "")
    return found


@functools.cache
def left_out(lesson):
    """What the lesson says that a page cannot check, with the reasons."""
    file = ROOT / "lessons" / lesson / "tests.json"
    return json.loads(file.read_text(encoding="utf-8")).get("tasks", {}).get("not_in_pages", {}) if file.exists() else {}


# ---- From the lesson's check ---------------------------------------------------------------------


def environment(**more):
    kept = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY", "WB_SHADERS")}
    return {**kept, "LP_NUM_THREADS": "0", "EGL_LOG_LEVEL": "fatal", **more}


def solution_of(exercise):
    file = ROOT / "shaders" / exercise.lesson / "solutions" / f"{exercise.about['name']}.comp"
    return file.read_text(encoding="utf-8").split(tasks.SHIPPED)[0]


def record(exercise, bins, folder):
    """The cases of a kernel, as the lesson checks our solution."""
    roots, out = Path(folder, "shaders"), Path(folder, "cases")
    kernel = roots / exercise.about["kernel"]
    kernel.parent.mkdir(parents=True)
    kernel.write_text(solution_of(exercise), encoding="utf-8")
    done = subprocess.run([bins / exercise.lesson, "--task", exercise.about["name"], "--capture", out], capture_output=True, text=True, check=False,
                          env=environment(WB_SHADERS=f"{roots}:{ROOT / 'shaders'}"))
    if done.returncode != 0:
        raise text.Problem(f"{exercise.name}: the cases of our solution: {done.stderr.strip()[-1500:]}")
    return out, json.loads((out / "steps.json").read_text(encoding="utf-8"))


def bare(capture):
    """Of the reader's own kernel a capture keeps what is injected, and neither our text nor our module."""
    parts = live.parts_of(capture)
    names = re.findall(rb"^array (.*)$", parts[0], re.M)
    at = {name: 1 + names.index(name) for name in (b"text", b"spirv", b"lines")}
    lines = [struct.unpack("<2i", pair) for pair in pairs(live.body_of(parts[at[b"lines"]]))]
    source = live.body_of(parts[at[b"text"]]).decode().split("\n")
    kept = [k for k, (file, _) in enumerate(lines) if file < 0 or k == 0]
    parts[0] = re.sub(rb"^file from=[^-].*\n", b"", parts[0], flags=re.M)
    parts[at[b"text"]] = live.npy("|u1", "".join(source[k] + "\n" for k in kept).encode())
    parts[at[b"spirv"]] = live.npy("<u4", b"")
    parts[at[b"lines"]] = live.npy("<i4", b"".join(struct.pack("<2i", *lines[k]) for k in kept), 2)
    return parts


def pairs(data):
    return [data[k:k + 8] for k in range(0, len(data), 8)]


def take_case(exercise, folder, case):
    """The arrays of a case, by the names that its steps give them; None if a page cannot compare what it leaves."""
    arrays = {}
    for step in case["steps"]:
        if step["step"] in ("skipped", "derived"):
            return None
        if step["step"] == "dispatch":
            whole = (folder / step["capture"]).read_bytes()
            arrays[step["capture"]] = bare(whole) if step["kernel"] == exercise.about["kernel"] else live.parts_of(whole)
        for name in [step.get("expected"), step.get("places"), step.get("inputs"), *(memory.get("changes") for memory in step.get("memories", []))]:
            if name:
                arrays[name] = [(folder / name).read_bytes()]
    return arrays if any(step["step"] in ("compare", "empty") for step in case["steps"]) else None


def take_cases(exercise, folder, cases):
    """As many cases as there is room for, in their order."""
    size, known = 0, set()
    if any(step["step"] == "derived" for case in cases for step in case["steps"]) or \
            not any(step["step"] == "compare" for case in cases for step in case["steps"]):
        exercise.why_not = "What it leaves is judged by code of the lesson."
        return
    for case in cases:
        arrays = take_case(exercise, folder, case)
        if arrays is None:
            exercise.left_out.append(case["case"])
            continue
        new = {part for parts in arrays.values() for part in parts} - known
        more = sum(len(zlib.compress(part, 6)) for part in new)
        if size + more > MOST_BYTES:
            exercise.left_out.append(case["case"])
            continue
        size += more
        known |= new
        exercise.parts.update(arrays)
        exercise.steps.append({"case": case["case"], "early": case["early"], "steps": [step for step in case["steps"] if step["step"] != "empty"]})
    if not exercise.steps:
        exercise.why_not = "What it leaves is judged by code of the lesson." if len(exercise.left_out) == len(cases) else "Its data are too large for a page."


def right_answer(exercise, bins):
    with tempfile.TemporaryDirectory() as data:
        done = subprocess.run([bins / exercise.lesson, "--task", exercise.about["name"], "--give-up"], capture_output=True, text=True, check=False,
                              env=environment(XDG_DATA_HOME=data))
    found = re.search(r"^answer:  (.*)$", done.stdout, re.M)
    if found is None:
        raise text.Problem(f"{exercise.name}: what is right could not be found out: {done.stderr.strip()[-500:]}")
    return found[1]


def tried(exercise, folder, file):
    """What the check in a page says of our solution, and of what is shipped; `file` is the task's script."""
    texts = solution_of(exercise), tasks.shipped(ROOT / "shaders" / exercise.about["kernel"])
    job = json.dumps([{"task": exercise.name, "text": one, "files": live.shelf()} for one in texts])
    done = subprocess.run(["node", folder / "check.js", folder, file.parent], input=job, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise text.Problem(f"{exercise.name}: the check in pages: {done.stderr.strip()[-1500:]}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def try_out(exercise, bins, folder, cache):
    """Leaves the cases in which a page takes our solution. Another kernel of a case may come out otherwise than with the driver, by floats;
    and one may take too long. What is shipped has to fail in those that are left: it may lack what only a clock tells."""
    with tempfile.TemporaryDirectory(dir=cache) as place:
        file = Path(place, f"task-{exercise.name}.js")
        while exercise.steps:
            file.write_text(script_of(exercise, bins), encoding="utf-8")
            answer, shipped = tried(exercise, folder, file)
            if answer["solved"] and not shipped["solved"]:
                return
            if answer["solved"]:
                exercise.parts, exercise.why_not = {}, "What it is about does not show in a page."
                return
            if "at" not in answer:
                raise text.Problem(f"{exercise.name}: a page does not take our solution: {' '.join(answer['lines'])[:1500]}")
            exercise.left_out.append(answer["at"])
            exercise.steps = [step for step in exercise.steps if step["case"] != answer["at"]]
    exercise.parts, exercise.why_not = {}, "Its cases are too much for a page."


def shown(exercise, bins, folder):
    """For a panel: what the command that shows it stops in, {group: [x, y, z]}, whose capture goes to the parts; None if it is no debugger's."""
    words = shlex.split(exercise.about["shows"] or "")
    if words[:2] != ["./wb", "debug"] or exercise.is_code:
        return None
    group, kept = [0, 0, 0], []
    for name, value in zip(words[3::2], words[4::2]):
        if name == "--group":
            group = ([int(part) for part in value.split(",")] + [0, 0])[:3]
        elif name != "--do":
            kept += [name, value]
    file = Path(folder, "shown.capture")
    done = subprocess.run([bins / exercise.lesson, *kept, "--capture", file], cwd=ROOT, capture_output=True, text=True, check=False, env=environment())
    if done.returncode != 0:
        raise text.Problem(f"{exercise.name}: {exercise.about['shows']}: no capture: {done.stderr.strip()[-500:]}")
    exercise.parts["shown"] = live.parts_of(file.read_bytes())
    return {"group": group}


def script_of(exercise, bins):
    """The task's script, with the cases that are there."""
    about = exercise.about
    told = {name: about[name] for name in ("hints", "why", "but", "slips", "limits", "once", "repeatable", "any_order", "kernel", "shows")}
    if exercise.is_code:
        told["solution"], told["shipped"] = solution_of(exercise), tasks.shipped(ROOT / "shaders" / about["kernel"])
    else:
        told["right"] = right_answer(exercise, bins)
    told["panel"], told["label"] = exercise.panel, exercise.label
    told["cases"], told["left"] = exercise.steps, len(set(exercise.left_out))
    packed, _ = live.pack({**exercise.parts, "about": [json.dumps(told).encode()]}, f"KernelTasks.add({json.dumps(exercise.name)},", ");\n")
    return packed


def make(exercise, bins, folder, cache, version):
    """The task's script, kept in `cache` as long as the program, the shaders and all that makes it are the same."""
    if exercise.why_not:
        return None
    key = hashlib.sha256(f"{(bins / exercise.lesson).stat().st_mtime_ns} {version}".encode()).hexdigest()[:24]
    kept = cache / f"task-{exercise.name}-{key}.json"
    if kept.exists():
        exercise.why_not, packed = json.loads(kept.read_text(encoding="utf-8"))
        return packed
    for old in cache.glob(f"task-{exercise.name}-*.json"):
        old.unlink()
    if exercise.is_code:
        with tempfile.TemporaryDirectory(dir=cache) as cases:
            take_cases(exercise, *record(exercise, bins, cases))
    with tempfile.TemporaryDirectory(dir=cache) as captures:
        exercise.panel = shown(exercise, bins, captures)
    if exercise.steps:
        try_out(exercise, bins, folder, cache)
    packed = script_of(exercise, bins) if not exercise.why_not else None
    kept.write_text(json.dumps([exercise.why_not, packed]), encoding="utf-8")
    return packed


class Exercises:
    """All tasks that have a place in the book."""

    def __init__(self, bins, folder, cache):
        self.bins, self.folder, self.cache = bins, folder, cache
        cache.mkdir(parents=True, exist_ok=True)
        self.all = find(bins)

    def place(self, page, body):
        """A page's HTML with the places of its tasks."""
        if page.path == "README.md":
            return body.replace("<h2", '<section class="progress"></section>\n<h2', 1)
        if page.path == "lessons/PLAYGROUND.md":
            return body + '\n<section class="playground"></section>\n'
        rest = []
        for exercise in self.all:
            if tasks.page_of(exercise.about).partition(":")[0] != page.path:
                continue
            end = self.end_of_text(exercise, body)
            if end is None:
                rest.append(self.section(exercise))
            else:
                body = body[:end] + self.section(exercise) + body[end:]
        return body + ("\n<h2 id=\"solve-here\">Solve them here</h2>\n" + "".join(rest) if rest else "")

    @staticmethod
    def end_of_text(exercise, body):
        """Behind the paragraph that sets the task."""
        number, name = exercise.about["number"], re.escape(exercise.about["name"])
        found = next((match for match in FIRST.finditer(body) if match[1] in (str(number), exercise.label)), None) or \
            re.search(rf"<p>(?:(?!</p>).)*tasks/{name}\.(?:comp|c)\b", body, re.S)
        return body.index("</p>", found.start()) + len("</p>") if found else None

    def section(self, exercise):
        about = exercise.about
        kept = {"id": exercise.name, "label": exercise.label, "kind": about["kind"], "title": about["title"], "minutes": about["minutes"], "demand": about["demand"],
                "file": about["files"], "code": exercise.is_code, "whyNot": exercise.why_not}
        return f"\n<section class=\"task\" id=\"task-{about['number']}\" data-task='{html.escape(json.dumps(kept), quote=True)}'></section>\n"

    def make(self):
        judges = [self.folder / name for name in ("machine-simd.js", "machine-glslang.js", "capture.js", "judge.js")]
        sources = [*judges, *sorted(path for path in (ROOT / "shaders").rglob("*") if path.is_file()), Path(live.__file__), Path(tasks.__file__)]
        ours = Path(__file__).read_bytes().partition(b"class Exercises:")[0]
        version = hashlib.sha256(b"".join([ours, *(path.read_bytes() for path in sources)])).hexdigest()
        with ThreadPoolExecutor(os.cpu_count()) as workers:
            scripts = workers.map(functools.partial(make, bins=self.bins, folder=self.folder, cache=self.cache, version=version), self.all)
            self.scripts = {exercise.name: script for exercise, script in zip(self.all, scripts)}

    def write(self, out):
        for name, script in self.scripts.items():
            if script is not None:
                (out / "live" / f"task-{name}.js").write_text(script, encoding="utf-8")
        count = {}
        for exercise in self.all:
            count.setdefault(exercise.lesson, []).append(exercise.about["name"])
        (out / "live" / "course.js").write_text(f"window.courseTasks = {json.dumps(count)};\n", encoding="utf-8")
