"""The kernel machine in pages: WebAssembly answers as the native machine does, and the book's kernels run in real browsers.

Arguments: BIN-DIRECTORY SOURCE-DIRECTORY answers|chromium|firefox|tasks. Without emscripten, node, puppeteer-core (npm install --prefix build/node
puppeteer-core@22 axe-core) or the browser: 77. answers: each kernel of the course, at its tests' sizes, in both builds. tasks: every
right and every wrong answer of tests/tasks/, given in the pages.
"""
import base64
import concurrent.futures
import html
import json
import os
import random
import re
import statistics
import struct
import subprocess
import sys
import time
from pathlib import Path

from answers import is_said, read_answers
from common import BIN, LESSONS, SOURCE, expect, finish, need_tools, path, run, small, variants, write

sys.path.insert(0, os.path.join(SOURCE, "tools"))
import exercises  # noqa: E402
import live  # noqa: E402
import tasks as tool  # noqa: E402

WHAT = sys.argv[3]
MODULE = os.path.join(SOURCE, "build", "web")
NATIVE = os.path.join(BIN, "machine_web")
WALK, DAMAGED, BUDGET = 200, 20, 300  # commands, captures, million instructions
MUTANTS = 100
NODE = {"NODE_PATH": os.pathsep.join([os.path.join(SOURCE, "build", "node", "node_modules"), os.environ.get("NODE_PATH", "")])}
SPEED = """#version 430
// groups: 1024 1 1
// buffer 0: 65536 iota
// buffer 1: 65536 zero
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer In { uint x[]; };
layout(std430, binding = 1) buffer Out { uint y[]; };
shared uint tile[64];
void main()
{
    uint i = gl_LocalInvocationIndex;
    tile[i] = x[gl_GlobalInvocationID.x];
    barrier();
    uint s = 0u;
    for (uint k = 0u; k < 64u; k++) s += tile[(i + k) % 64u];
    y[gl_GlobalInvocationID.x] = s;
}
"""
ENDLESS = """#version 430
// buffer 0: 1 zero
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer A { uint a[]; };
void main()
{
    uint n = a[0];
    while (n != 1u) n += 2u;
    a[0] = n;
}
"""


def answers_of(words, commands):
    done = subprocess.run(words, input="\n".join(commands), capture_output=True, text=True, check=False)
    expect(done.returncode == 0, " ".join(words[:4]), f"exit status 0, not {done.returncode}: {done.stderr[-500:]}")
    return [json.loads(line) for line in done.stdout.splitlines()]


# ---- All kernels -------------------------------------------------------------------------------------------------------------------


def captures_of(lesson):
    """A capture for each kernel of a lesson, at the size of its tests. A pass that two variants have run by one kernel is taken for
    one that all share, such as those that build a grid."""
    program, kernels, of_pass = os.path.join(BIN, lesson), {}, {}
    for variant in variants(program):
        words = [program, "--variant", variant, *small(lesson), "--capture"]
        names = re.findall(r'"([^"]*)"', run([*words, path("none"), "--pass", "?"]).err)
        for number, name in enumerate(dict.fromkeys(names[1:])):
            seen = of_pass.setdefault(name, [])
            if len(seen) > 1 and len(set(seen)) == 1:
                continue
            file = path(f"{lesson}-{variant}-{number}.capture")
            if run([*words, file, "--pass", name]).code != 0 or not os.path.exists(file):
                continue
            with open(file, "rb") as whole:
                head, rest = whole.read().split(b"\n\n", 1)
            kernel = re.search(rb"^kernel name=(.*)$", head, re.M)[1], rest[:rest.index(b"\x93NUMPY", 1)]  # with its text
            seen.append(kernel)
            if kernel in kernels:
                os.remove(file)
            else:
                kernels[kernel] = file
    return list(kernels.values())


def test_answers():
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        files = [file for some in pool.map(captures_of, [name for name in LESSONS if not name.startswith("00")]) for file in some]
    commands = [f"run {10 * BUDGET}", "run-some 1000000000000", "run-result"]
    native = answers_of([NATIVE, *files], commands)
    expect(len(native) == 4 * len(files), NATIVE, "an answer to each command")
    for k, file in enumerate(files):  # another program, on all cores
        done = run([os.path.join(BIN, "machine"), "run", file])
        printed = re.findall(r" bytes, hash (\w+)$", done.out, re.M)
        hashes = [one for one, memory in zip(native[4 * k + 3]["hashes"], native[4 * k]["memories"]) if memory["written"]]
        expect(hashes == printed, done, f"the hashes of machine_web, {hashes}")
    for build in ("simd", "plain"):
        got = answers_of(["node", os.path.join(SOURCE, "tests", "web", "answers.js"), MODULE, build, *files], commands)
        rates = []
        for k, (one, other) in enumerate(zip(native, got)):
            ms = other.pop("ms", None)
            expect(one == other, files[k // 4], f"{build}: '{(['open'] + commands)[k % 4]}' is answered as natively")
            if ms and one.get("laneInstructions", 0) > 1e6:
                rates.append(one["laneInstructions"] / ms / 1000)
        expect(len(got) == len(native), MODULE, f"{build}: as many answers")
        median = sorted(rates)[len(rates) // 2]
        print(f"{build}: {len(files)} kernels; {len(rates)} of them with a million instructions or more run at {median:.0f} million a second (median)")


# ---- The book in a browser --------------------------------------------------------------------------------------------------------


def random_walk(generator, capture):
    """Commands of all kinds, of which some are refused."""
    commands = ["debug 0 0 0", "approach 1000000000"]
    goals = ["into", "over", "out", "barrier", "finding", "end", "nan", "line 40", "breakpoint"]
    while len(commands) < WALK:
        kind = generator.randrange(12)
        if kind < 5:
            commands.append(f"{'back' if generator.random() < 0.4 else 'forward'} {generator.choice(goals)}")
        else:
            commands.append(generator.choice([
                f"go {generator.randrange(20000)}", f"select {generator.randrange(64)} {generator.choice([0, 1, 8, 32])}", "others", "shared", "accesses",
                "next-accesses", f"variables {generator.randrange(64)}", f"calls {generator.randrange(64)}", "values 0 16 gl_LocalInvocationID.x",
                "values 0 4 no_such_name", f"play {generator.randrange(3)}", f"break {generator.randrange(1, 90)} gl_LocalInvocationIndex > 3u", "state"]))
    with open(capture, "rb") as file:
        return {"capture": base64.b64encode(file.read()).decode(), "commands": commands, "answers": answers_of([NATIVE, capture], commands)[1:]}


def damage(generator, whole):
    copy = bytearray(whole)
    if generator.random() < 0.3:
        return bytes(copy[:generator.randrange(len(copy))])
    for _ in range(generator.randrange(1, 12)):
        copy[generator.randrange(len(copy))] = generator.randrange(256)
    return bytes(copy)


# ---- Tasks ------------------------------------------------------------------------------------------------------------------------


def make_book():
    """The book with its kernels; None if it could not be made."""
    book, start = path("book"), time.monotonic()
    made = run(["/usr/bin/python3", "-B", os.path.join(SOURCE, "tools", "book.py"), "--bin", BIN, "--out", book], timeout=1800)
    if not expect(made.code == 0 and not re.sub("book: .* cannot be edited\n", "", made.err), made, "the book with its kernels"):
        return None
    print(f"the book is made in {time.monotonic() - start:.0f} s")
    return book


def places_of(book):
    """What the pages have of each task, {id, code, whyNot, ...}, with its page."""
    found = []
    for page in sorted(Path(book).glob("*.html")):
        if page.name != "book.html":
            found += [{**json.loads(html.unescape(told)), "page": page.name} for told in re.findall(r"data-task='([^']*)'", page.read_text(encoding="utf-8"))]
    return found


def answers_to(told):
    """[(name, text, what the check says natively, or None of a right one)]"""
    lesson, name = told["id"].split(".")
    if not told["code"]:
        checker = ["/usr/bin/python3", "-B", os.path.join(SOURCE, "lessons", lesson, "check.py")] if lesson.startswith("00") else [os.path.join(BIN, lesson), "--task"]
        done = run([*checker, name, "--give-up"])
        right = " ".join(word.split("|")[0] for word in re.search(r"^answer:  (.+)$", done.out, re.M)[1].split())
        slips = next(task for task in tool.tasks_of(lesson, Path(BIN)) if task["name"] == name)["slips"]
        return [("right", right, None), ("nonsense", "nothing like it", "is not what comes of it")] + [(slip["answer"], slip["answer"], slip["but"].replace("`", "")) for slip in slips]
    in_c = lesson.startswith("00")
    task = Path(SOURCE, "lessons", lesson, "tasks", f"{name}.c") if in_c else Path(SOURCE, "shaders", lesson, "tasks", f"{name}.comp")
    kernel = exercises.kernel_in if in_c else str
    solution = Path(task.parent.parent, "solutions", task.name).read_text(encoding="utf-8").split(tool.SHIPPED)[0]
    lines = solution.splitlines()
    begin, end = (-1, len(lines)) if in_c else (next(k for k, line in enumerate(lines) if mark in line) for mark in (tool.BEGIN, tool.END))
    found = [("solution", kernel(solution), None), ("shipped", kernel(tool.shipped(task)), "")]
    edits = Path(SOURCE, "tests", "tasks", lesson, f"{name}.edits")
    for answer in read_answers(edits, "\n".join(lines[begin + 1:end])) if edits.exists() else ():
        found.append((answer.name, kernel("\n".join([*lines[:begin + 1], answer.text, *lines[end:]]) + "\n"), answer.says))
    return found


# A driver shows a fault's result, and the machine in the page the fault itself; a wrong number may show before what the lesson says of it.
FAULT = re.compile(r"race|barrier-divergence|out-of-bounds|does not compile|undefined")


def test_tasks(book):
    """Gives all answers; prints the table of what natively and in the pages becomes of them."""
    places = places_of(book)
    jobs = [(told, answers_to(told)) for told in places if not told["whyNot"]]
    done = subprocess.run(["node", os.path.join(SOURCE, "tests", "web", "tasks.js"), book], text=True, capture_output=True, check=False, env={**os.environ, **NODE},
                          input=json.dumps([{"page": told["page"], "task": told["id"], "answers": [text for _, text, _ in answers]} for told, answers in jobs]))
    if not expect(done.returncode == 0 and not done.stderr, "tests/web/tasks.js", f"exit status 0, not {done.returncode}: {done.stderr[-1500:]}"):
        return
    given, times = iter(json.loads(line) for line in done.stdout.splitlines()), []
    for told, answers in jobs:
        counts = {"right": 0, "same": 0, "fault": 0, "other": 0}
        got = [next(given) for _ in answers]
        for (name, _, says), one in zip(answers, got):
            where = f"{told['id']}, {name}: {one['text'][:600]}"
            if says is None:
                counts["right"] += expect(one["good"], where, "a right answer to be taken")
            elif expect(not one["good"], where, f"a wrong answer to be rejected, natively with '{says}'"):
                kind = "same" if is_said(says, one["text"]) else "fault" if FAULT.search(one["text"]) else "other"
                counts[kind] += 1
                if kind == "other":
                    print(f"  otherwise: {told['id']} {name}: '{says}' natively, here: {' '.join(one['text'].split())[:160]}")
        ms = statistics.median(one["ms"] for one in got)
        times.append(ms)
        right = sum(says is None for _, _, says in answers)
        print(f"{told['id']:24} right {counts['right']:2} of {right:2}; wrong {sum(counts.values()) - counts['right']:2} of {len(answers) - right:2}, in the same words {counts['same']:2}, "
              f"the fault itself {counts['fault']:2}, otherwise {counts['other']:2}; {ms:6.0f} ms (median)")
    for told in places:
        if told["whyNot"]:
            print(f"{told['id']:24} not in a page: {told['whyNot']}")
    print(f"{len(places)} tasks, {len(jobs)} in pages; from the click to the verdict {statistics.median(times):.0f} ms (median of medians)")


# ---- A reader's way ---------------------------------------------------------------------------------------------------------------


def mutants(generator, kernel):
    """Kernels that a reader might type: wrong in known ways, and by chance."""
    head = "#version 430 core\nlayout(local_size_x = 64) in;\nlayout(std430, binding = 0) buffer A { uint a[]; };\n"
    known = ["", "}", "void main() { while (true) a[0]++; }", "void main() { for (int i = 0; i >= 0; ) a[0] = uint(i); }", "void f(); void g() { f(); } void f() { g(); } void main() { f(); }",
             "shared uint s[262144]; void main() { s[gl_LocalInvocationIndex] = 1u; }", "void main() { a[-1] = 1u; }", "void main() { a[0xFFFFFFFFu] = 1u; }",
             "void main() { if (gl_LocalInvocationIndex < 3u) barrier(); }", "void main() { a[0] = 1u / (a[0] - a[0]); }", '#include "no/such.glsl"\nvoid main() { }', "#error no",
             "void main() { while (atomicAdd(a[0], 0u) == 0u); }", "layout(binding = 9) buffer B { uint b[]; };\nvoid main() { b[7] = 1u; }", "void main() { barrier(); return; barrier(); }",
             "void main() { uint x; a[0] = x; }", "layout(local_size_x = 4096) in;\nvoid main() { }", "void main() { a[0] = " + "(" * 3000 + "1u" + ")" * 3000 + "; }"]
    found = [head + body for body in known]
    while len(found) < MUTANTS:
        text = list(kernel)
        for _ in range(generator.randrange(1, 6)):
            at = generator.randrange(len(text))
            text[at:at + generator.randrange(3)] = generator.choice(["", ";", "{", "}", "(", "0", "uint", "while(true)", "barrier();", "\u00e9", "-"])
        found.append("".join(text))
    return found


def test_course(book):
    places = [told for told in places_of(book) if not told["whyNot"]]
    code = next(told for told in places if told["code"] and not told["host"] and not told["id"].startswith("00") and any(says for _, _, says in answers_to(told)))
    question = next(told for told in places if not told["code"])
    answers = answers_to(code)
    _, wrong, says = next(one for one in answers if one[2])
    with open(path("data.npy"), "wb") as file:
        file.write(live.npy("<f4", struct.pack("<256f", *[1.5] * 256)))
    job = {"code": {"page": code["page"], "id": code["id"], "right": answers[0][1], "wrong": wrong, "says": says},
           "question": {"page": question["page"], "id": question["id"], "right": answers_to(question)[0][1]},
           "mutants": mutants(random.Random(8), SPEED), "npy": path("data.npy"),
           "csv": path(write("data.csv", "1.5, -2\n3e2\n")), "picture": os.path.join(SOURCE, "screenshots", "04_life.png")}
    done = run(["node", os.path.join(SOURCE, "tests", "web", "course.js"), book, write("course.json", json.dumps(job))], timeout=900, changes=NODE)
    print(done.out, end="")
    expect(done.code == 0, done, "exit status 0")


# ---- All of it --------------------------------------------------------------------------------------------------------------------


def test_book(book):
    start = time.monotonic()
    pages = sorted(name for name in os.listdir(book) if name.endswith(".html") and "data-live=" in open(os.path.join(book, name), encoding="utf-8").read() and name != "book.html")
    texts = sum("<!-- live:" in text.read_text(encoding="utf-8") for text in Path(SOURCE, "lessons").rglob("*.md"))
    expect(len(pages) == texts > 20, book, f"{texts} pages with kernels, not {len(pages)}")
    cache = os.path.join(SOURCE, "build", "live")
    names = sorted({name for page in pages for name in re.findall(r"(?:kernel|\d\d_\w+)-[0-9a-f]{24}", open(os.path.join(book, page), encoding="utf-8").read())})
    files = [os.path.join(cache, f"{name}.capture") for name in names]
    commands = [f"run {BUDGET}", *["run-some 4000000"] * (BUDGET // 4 + 10), "run-result"]  # in slices as the page's
    native = answers_of([NATIVE, *files], commands)[len(commands)::len(commands) + 1]
    generator = random.Random(5)
    races = [name for k, name in enumerate(names) if native[k]["findings"]]
    life = [name for name in races if name.startswith("04_life")] or races
    whole = open(os.path.join(cache, f"{life[0]}.capture"), "rb").read()
    speed = live.capture_of("speed.comp", SPEED, [line for line in SPEED.split("\n") if line.startswith("// ")])
    endless = live.capture_of("endless.comp", ENDLESS, [line for line in ENDLESS.split("\n") if line.startswith("// ")])
    readme = open(os.path.join(SOURCE, "machine", "web", "README.md"), encoding="utf-8").read()
    write("book/live/example.html", re.search(r"```html\n(.*?)```", readme, re.S)[1])
    write("race.capture", whole)
    job = {"race": path("race.capture"), "pages": pages, "captures": {name: native[k] for k, name in enumerate(names)},
           "walks": [random_walk(generator, os.path.join(cache, f"{name}.capture")) for name in generator.sample(names, 3) + life[:1]],
           "damaged": [base64.b64encode(damage(generator, whole)).decode() for _ in range(DAMAGED)], "speed": base64.b64encode(speed).decode(),
           "endless": base64.b64encode(endless).decode()}
    job_file = write("job.json", json.dumps(job))
    done = run(["node", os.path.join(SOURCE, "tests", "web", "pages.js"), WHAT, book, job_file], timeout=900, changes=NODE)
    print(done.out, end="")
    expect(done.code == 0, done, "exit status 0")
    for name in sorted(os.listdir(os.path.join(book, "live"))):
        if re.match(r"\d\d_", name):
            size = os.path.getsize(os.path.join(book, "live", name))
            expect(size < 1 << 20, name, f"less than a megabyte, not {size}")
            print(f"{name}: {size / 1000:.0f} kB")
    print(f"{WHAT}: {time.monotonic() - start:.0f} s")


need_tools("emcc", "node", "glslangValidator", "pandoc")
if WHAT != "answers":  # what is quick to miss, first
    there = run(["node", os.path.join(SOURCE, "tests", "web", "browser.js"), WHAT if WHAT == "firefox" else "chromium"], changes=NODE)
    if there.code == 77:
        print(there.out, end="")
        sys.exit(77)
if run([os.path.join(SOURCE, "machine", "web", "build.sh"), MODULE], timeout=900).code != 0:
    expect(False, "machine/web/build.sh build/web", "exit status 0")
elif WHAT == "answers":
    test_answers()
else:
    made = make_book()
    edits = made is not None and os.path.exists(os.path.join(made, "live", "tasks.js"))
    if made is not None and WHAT != "tasks":
        test_book(made)
    if edits and WHAT == "chromium":
        test_course(made)
    if edits and WHAT == "tasks":
        test_tasks(made)
finish()
