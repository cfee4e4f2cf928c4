"""The tasks of the course in the pages of its book: which they are, and what a page needs to check one.

A lesson lists its tasks (--list --json); a kernel's cases come from the lesson's own check, run on our solution (--task NAME --capture): the
dispatches with what they find, and what is compared with the oracle after them. What a page may not show as it stands (the solution,
hints, what is right) travels packed, with the data. A task gets a place behind the paragraph of the text that sets it.
"""
import functools
import hashlib
import html
import importlib.util
import json
import os
import re
import shlex
import struct
import subprocess
import sys
import tempfile
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import host
import live
import tasks
import text

ROOT = text.ROOT
MOST_BYTES = 2_500_000  # of a task's data, packed
MOST_COST = 80_000_000  # of its check: instructions of lanes, and two for each byte that a dispatch works on; a second on one core
FIRST = re.compile(r"<p>\s*<strong>Task ([\d.]+),")
ANNOUNCED = re.compile(r':</p>\s*<div class="code[^"]*">.*?</pre></div>', re.S)
UNIFORM = re.compile(r"layout\(location *= *(\d+)\) *uniform +(\w+)")  # judge.js looks for the same


class Exercise:
    """`about` is what the lesson says of the task; `why_not`: why a page cannot check it, or ""."""

    def __init__(self, lesson, about, has_program):
        self.lesson, self.about, self.name, self.has_program = lesson, about, f"{lesson}.{about['name']}", has_program
        self.label = f"{int(lesson[:2])}.{about['number']}"
        self.checker = None if has_program or about["kind"] in ("predict", "look") else checker_of(lesson)
        self.file = f"shaders/{about.get('kernel')}"
        if self.checker and about["name"] in self.checker.IN_PAGES:
            self.file, about["kernel"], about["host"] = f"the kernel in {about['files']}", f"{lesson}/tasks/{about['name']}.comp", False
        self.is_code = bool(about.get("kernel"))
        self.has_host = self.is_code and bool(about["host"])  # its dispatches are to be written, too: a page has ours
        is_c = not self.is_code and about["kind"] not in ("predict", "look")
        self.why_not = "It is about a program in C." if is_c else ""
        self.parts, self.steps, self.left_out, self.panel = {}, [], [], None
        self.right, self.script, self.kept = "", None, None  # `kept`: where the script stays
        self.shortened, self.whole = False, None  # some cases have fewer frames here; what they were before


@functools.cache
def checker_of(lesson):
    """The check of a lesson without a program of the workbench."""
    spec = importlib.util.spec_from_file_location(f"check_{lesson}", ROOT / "lessons" / lesson / "check.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


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


def kernel_in(program):
    """The GLSL in the strings of a C program, line by line, with the comments between them, such as the marks of a gap."""
    lines = re.search(r"source\[\] =(.*?\");\n", program, re.S)[1].splitlines()
    texts = [re.search(r'"((?:[^"\\]|\\.)*)"', line) for line in lines]
    return "".join(f"{line.strip() if text is None else text[1].removesuffix(chr(92) + 'n')}\n" for line, text in zip(lines, texts) if text or line.strip().startswith("//"))


def solution_of(exercise):
    if exercise.checker:
        return kernel_in(host_solution(exercise).read_text(encoding="utf-8").split(tasks.SHIPPED)[0])
    file = ROOT / "shaders" / exercise.lesson / "solutions" / f"{exercise.about['name']}.comp"
    return file.read_text(encoding="utf-8").split(tasks.SHIPPED)[0]


def host_solution(exercise):
    return ROOT / "lessons" / exercise.lesson / "solutions" / f"{exercise.about['name']}.c"


def program_of(exercise, bins, folder):
    """The lesson's program; where dispatches are to be written, too, one with ours in the place of what is shipped."""
    if not exercise.has_host:
        return bins / exercise.lesson
    build, answer, program = host.Build(bins, exercise.lesson), Path(folder, "answer.o"), Path(folder, "program")
    for command in (["cc", *build.flags, "-w", "-c", host_solution(exercise), "-o", answer], build.linking(exercise.about["name"], answer, program)):
        done = subprocess.run(command, cwd=build.top, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise host.NotBuilt(done.stderr.strip()[-500:])
    return program


def record(exercise, bins, folder):
    """The cases of a kernel, as the lesson checks our solution."""
    program = program_of(exercise, bins, folder)
    roots, out = Path(folder, "shaders"), Path(folder, "cases")
    kernel = roots / exercise.about["kernel"]
    kernel.parent.mkdir(parents=True)
    kernel.write_text(solution_of(exercise), encoding="utf-8")
    done = subprocess.run([program, "--task", exercise.about["name"], "--capture", out], capture_output=True, text=True, check=False,
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


def joined(folder, cases):
    """The cases, with what is compared after the first frames put into the whole case that begins with the same dispatches: a page runs them once."""
    kept, early = [], []
    for case in cases:
        if case["early"]:
            early.append(case)
            continue
        kept += [one for one in early if not put_into(folder, one, case)] + [case]
        early = []
    return kept


def put_into(folder, early, case):
    def data(step):
        return [(folder / name).read_bytes() for name in (step["capture"], *(memory["changes"] for memory in step["memories"] if "changes" in memory))]

    first, whole = ([step for step in one["steps"] if step["step"] in ("dispatch", "skipped")] for one in (early, case))
    ids = {mine["id"]: other["id"] for a, b in zip(first, whole) for mine, other in zip(a.get("memories", ()), b.get("memories", ()))}
    compared = [step for step in early["steps"] if step["step"] == "compare"]
    if not 0 < len(first) <= len(whole) or any(step["step"] == "skipped" for step in first + whole) or any(step["id"] not in ids for step in compared) or \
            any(step["step"] == "derived" for step in early["steps"]) or any(data(a) != data(b) for a, b in zip(first, whole)):
        return False
    place = 1 + case["steps"].index(whole[len(first) - 1])
    while place < len(case["steps"]) and case["steps"][place]["step"] == "compare":
        place += 1
    case["steps"][place:place] = [{**step, "id": ids[step["id"]]} for step in compared]
    return True


def take_case(exercise, folder, case):
    """The arrays of a case, by the names that its steps give them; None if a page cannot compare what it leaves."""
    arrays = {}
    for step in case["steps"]:
        if step["step"] in ("skipped", "derived"):
            return None
        if step["step"] == "dispatch":
            whole = (folder / step["capture"]).read_bytes()
            arrays[step["capture"]] = bare(whole) if step["kernel"] == exercise.about["kernel"] else live.parts_of(whole)
        for name in names_in(step):
            if name not in arrays:
                arrays[name] = [(folder / name).read_bytes()]
    return arrays if any(step["step"] in ("compare", "empty") for step in case["steps"]) else None


def take_cases(exercise, folder, cases):
    """As many cases as there is room for, in their order."""
    size, known = 0, set()
    if any(step["step"] == "derived" for case in cases for step in case["steps"]) or \
            not any(step["step"] == "compare" for case in cases for step in case["steps"]):
        exercise.why_not = "What it leaves is judged by code of the lesson."
        return
    for case in joined(folder, cases):
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


def shipped_of(exercise):
    if exercise.checker:
        return kernel_in(tasks.shipped(ROOT / exercise.about["files"]))
    return tasks.shipped(ROOT / "shaders" / exercise.about["kernel"])


def make_cases(exercise):
    """Of a kernel in a C program, which has one buffer at binding 0: from what its check expects."""
    kernel, close = solution_of(exercise), {"how": 3, "type": 2, "fields": [], "absolute": 1e-7, "relative": 1e-4}  # base/check.h, base/array.h
    local = int(re.search(r"local_size_x *= *(\d+)", kernel)[1])
    for k, (numbers, wanted) in enumerate(exercise.checker.IN_PAGES[exercise.about["name"]]()):
        count, name = len(numbers), exercise.about["kernel"]
        parts = bare(live.capture_of(name, kernel, [f"// groups: {-(-count // local)} 1 1", f"// buffer 0: {count} float"]))
        parts[-1] = live.npy("|u1", struct.pack(f"<{count}f", *numbers))
        exercise.parts.update({f"{k}.capture": parts, f"{k}.expected": [struct.pack(f"<{count}d", *wanted)]})
        steps = [{"step": "dispatch", "capture": f"{k}.capture", "kernel": name, "memories": [{"id": "b0", "offset": 0}]},
                 {"step": "compare", "name": "numbers", "shape": [count], "id": "b0", "offset": 0, "expected": f"{k}.expected", **close}]
        exercise.steps.append({"case": " ".join(f"{value:g}" for value in numbers) if count < 4 else f"{count} numbers", "early": False, "steps": steps})


def right_answer(exercise, bins):
    words = [bins / exercise.lesson, "--task"] if exercise.has_program else [sys.executable, "-B", ROOT / "lessons" / exercise.lesson / "check.py"]
    with tempfile.TemporaryDirectory() as data:
        done = subprocess.run([*words, exercise.about["name"], "--give-up"], capture_output=True, text=True, check=False, env=environment(XDG_DATA_HOME=data))
    found = re.search(r"^answer:  (.*)$", done.stdout, re.M)
    if found is None:
        raise text.Problem(f"{exercise.name}: what is right could not be found out: {done.stderr.strip()[-500:]}")
    return found[1]


def tried(exercises, folder, place):
    """What the check in a page says of our solution, and of what is shipped, [(answer, answer)]; `place` has the tasks' scripts."""
    files = live.shelf()
    jobs = [{"task": exercise.name, "text": one, "files": files} for exercise in exercises for one in (solution_of(exercise), shipped_of(exercise))]
    done = subprocess.run(["node", folder / "check.js", folder, place], input=json.dumps(jobs), capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise text.Problem(f"the check in pages of {', '.join(one.name for one in exercises)}: {done.stderr.strip()[-1500:]}")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    return list(zip(answers[::2], answers[1::2]))


def try_out(exercises, folder, cache, workers):
    """Leaves the cases in which a page takes our solution. Another kernel of a case may come out otherwise than with the driver, by floats;
    and one may take too long. What is shipped has to fail in those that are left: it may lack what only a clock tells."""
    count = os.cpu_count()
    with tempfile.TemporaryDirectory(dir=cache) as place:
        while exercises:
            for exercise in exercises:
                Path(place, f"task-{exercise.name}.js").write_text(exercise.script, encoding="utf-8")
            shares = [share for share in (exercises[k::count] for k in range(count)) if share]  # starting the compiler takes a second
            answers = workers.map(lambda share: tried(share, folder, place), shares)
            tried_ones = [(exercise, answer) for share, found in zip(shares, answers) for exercise, answer in zip(share, found)]
            exercises = [exercise for exercise, answer in tried_ones if not settle(exercise, *answer)]
            for exercise, _ in tried_ones:
                if exercise not in exercises:
                    keep(exercise)


def settle(exercise, answer, shipped):
    """False: without the case that goes wrong, it has to be tried again."""
    if exercise.whole is not None and (answer["solved"] and shipped["solved"] or not answer["solved"] and "at" not in answer):
        # A limit that the small cases miss, or a fault that they do not show: then it takes its time.
        exercise.steps, exercise.parts, exercise.left_out, exercise.shortened = *exercise.whole, False
        exercise.script = script_of(exercise)
        return True
    if answer["solved"] and shipped["solved"]:
        exercise.parts, exercise.why_not = {}, "What it is about does not show in a page."
    if answer["solved"] and not exercise.why_not and exercise.whole is None and shorten(exercise, answer["cases"]):
        exercise.script = script_of(exercise)
        return False
    if answer["solved"]:
        return True
    if "at" not in answer:
        raise text.Problem(f"{exercise.name}: a page does not take our solution: {' '.join(answer['lines'])[:1500]}")
    exercise.left_out.append(answer["at"])
    exercise.steps = [step for step in exercise.steps if step["case"] != answer["at"]]
    if not exercise.steps:
        exercise.parts, exercise.why_not = {}, "Its cases are too much for a page."
        return True
    exercise.script = script_of(exercise)
    return False


def shorten(exercise, costs):
    """Brings a dear check down to a second or two: of the dearest cases, only the frames after which something is compared early. Whether
    that has changed anything."""
    costs = [one["instructions"] + 2 * one["size"] for one in costs]
    whole = [dict(case) for case in exercise.steps], exercise.parts, list(exercise.left_out)
    changed = False
    for k in sorted(range(len(costs)), key=lambda case: -costs[case]):
        steps = exercise.steps[k]["steps"]
        early = [at for at, step in enumerate(steps[:-1]) if step["step"] == "compare" and steps[at + 1]["step"] == "dispatch"]
        if sum(costs) > MOST_COST and early:
            dispatches = [step["step"] for step in steps].count("dispatch")
            exercise.steps[k]["steps"] = steps[:early[-1] + 1]
            costs[k] *= [step["step"] for step in exercise.steps[k]["steps"]].count("dispatch") / dispatches
            exercise.shortened = changed = True
    if changed:
        exercise.whole = whole
        kept = {name for case in exercise.steps for step in case["steps"] for name in names_in(step)}
        exercise.parts = {name: parts for name, parts in exercise.parts.items() if name in kept}
    return changed


def names_in(step):
    """The arrays that a step needs."""
    return filter(None, [step.get(name) for name in ("capture", "expected", "places", "inputs")] + [memory.get("changes") for memory in step.get("memories", ())])


def shown(exercise, bins, folder):
    """For a panel: what the command that shows it stops in, {group: [x, y, z]}, whose capture goes to the parts; None if it is no debugger's."""
    words = shlex.split(exercise.about.get("shows") or "")
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


def script_of(exercise):
    """The task's script, with the cases that are there."""
    about = exercise.about
    told = {name: about.get(name) for name in ("hints", "why", "but", "slips", "limits", "once", "repeatable", "any_order", "kernel", "shows")}
    if exercise.is_code:
        told["solution"], told["shipped"], told["file"] = solution_of(exercise), shipped_of(exercise), exercise.file
        told["limits"] = told["limits"] or [0] * 7
    else:
        told["right"] = exercise.right
    if exercise.has_host:
        told["host"] = host_solution(exercise).read_text(encoding="utf-8").split(tasks.SHIPPED)[0]
        told["uniforms"] = dict(UNIFORM.findall(told["solution"]))
    told["panel"], told["label"] = exercise.panel, exercise.label
    told["shortened"] = exercise.shortened
    told["cases"], told["left"] = exercise.steps, len(set(exercise.left_out))
    packed, _ = live.pack({**exercise.parts, "about": [json.dumps(told).encode()]}, f"KernelTasks.add({json.dumps(exercise.name)},", ");\n")
    return packed


def prepare(exercise, bins, cache, version):
    """Its script, which is kept in `cache` as long as the program, the shaders and all that makes it are the same; with cases that are to
    be tried out otherwise."""
    if exercise.why_not:
        return
    own = ROOT / "lessons" / exercise.lesson
    also = [] if exercise.has_program else [own / "tasks.json", own / "check.py"]
    also += [host_solution(exercise)] if exercise.has_host or exercise.checker else []
    made = (bins / exercise.lesson).stat().st_mtime_ns if exercise.has_program else 0
    key = hashlib.sha256(f"{made} {version} {[file.read_text(encoding='utf-8') for file in also]}".encode()).hexdigest()[:24]
    exercise.kept = cache / f"task-{exercise.name}-{key}.json"
    if exercise.kept.exists():
        exercise.why_not, exercise.script = json.loads(exercise.kept.read_text(encoding="utf-8"))
        return
    for old in cache.glob(f"task-{exercise.name}-*.json"):
        old.unlink()
    if exercise.checker:
        make_cases(exercise)
    elif exercise.is_code:
        with tempfile.TemporaryDirectory(dir=cache) as cases:
            try:
                take_cases(exercise, *record(exercise, bins, cases))
            except host.NotBuilt as problem:
                exercise.why_not = f"Its dispatches are yours, too, in C, and ours could not be built: {problem}"
    else:
        exercise.right = right_answer(exercise, bins)
    with tempfile.TemporaryDirectory(dir=cache) as captures:
        exercise.panel = shown(exercise, bins, captures)
    if not exercise.why_not:
        exercise.script = script_of(exercise)


def keep(exercise):
    if exercise.kept and not exercise.kept.exists():
        exercise.script = None if exercise.why_not else exercise.script
        exercise.kept.write_text(json.dumps([exercise.why_not, exercise.script]), encoding="utf-8")


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
        """Behind the paragraph that sets the task; if that ends in a colon, behind the listing that it announces."""
        number, name = exercise.about["number"], re.escape(exercise.about["name"])
        found = next((match for match in FIRST.finditer(body) if match[1] in (str(number), exercise.label)), None) or \
            re.search(rf"<p>(?:(?!</p>).)*tasks/{name}\.(?:comp|c)\b", body, re.S)
        end = body.index("</p>", found.start()) + len("</p>") if found else None
        announced = found and ANNOUNCED.match(body, end - len(":</p>"))
        return announced.end() if announced else end

    def section(self, exercise):
        about = exercise.about
        looks = about["kind"] == "look" and (about["shows"] or "").startswith("./wb debug")
        kept = {"id": exercise.name, "label": exercise.label, "kind": about["kind"], "title": about["title"], "minutes": about["minutes"], "demand": about["demand"],
                "file": about["files"], "code": exercise.is_code, "host": exercise.has_host, "looks": looks, "whyNot": exercise.why_not}
        return f"\n<section class=\"task\" id=\"task-{about['number']}\" data-task='{html.escape(json.dumps(kept), quote=True)}'></section>\n"

    def make(self):
        judges = [self.folder / name for name in ("machine-simd.js", "machine-glslang.js", "capture.js", "judge.js")]
        sources = [*judges, *sorted(path for path in (ROOT / "shaders").rglob("*") if path.is_file()), Path(live.__file__), Path(tasks.__file__)]
        ours = Path(__file__).read_bytes().partition(b"class Exercises:")[0]
        version = hashlib.sha256(b"".join([ours, *(path.read_bytes() for path in sources)])).hexdigest()
        with ThreadPoolExecutor(os.cpu_count()) as workers:
            list(workers.map(functools.partial(prepare, bins=self.bins, cache=self.cache, version=version), self.all))
            for exercise in self.all:
                if not exercise.steps:
                    keep(exercise)
            try_out([exercise for exercise in self.all if exercise.steps], self.folder, self.cache, workers)

    def write(self, out):
        for exercise in self.all:
            if exercise.script is not None:
                (out / "live" / f"task-{exercise.name}.js").write_text(exercise.script, encoding="utf-8")
        count = {}
        for exercise in self.all:
            count.setdefault(exercise.lesson, []).append(exercise.about["name"])
        (out / "live" / "course.js").write_text(f"window.courseTasks = {json.dumps(count)};\n", encoding="utf-8")
