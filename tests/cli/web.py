"""The kernel machine in pages: WebAssembly answers as the native machine does, and the book's kernels run in real browsers.

Arguments: BIN-DIRECTORY SOURCE-DIRECTORY answers|chromium|firefox. Without emscripten, node, puppeteer-core (npm install --prefix build/node
puppeteer-core@22 axe-core) or the browser: 77. answers: each kernel of the course, at its tests' sizes, in both builds.
"""
import base64
import concurrent.futures
import json
import os
import random
import re
import subprocess
import sys
import time

from common import BIN, LESSONS, SOURCE, expect, finish, need_tools, path, run, small, variants, write

sys.path.insert(0, os.path.join(SOURCE, "tools"))
import live  # noqa: E402

WHAT = sys.argv[3]
MODULE = os.path.join(SOURCE, "build", "web")
NATIVE = os.path.join(BIN, "machine_web")
WALK, DAMAGED, BUDGET = 200, 20, 300  # commands, captures, million instructions
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


def test_book():
    start = time.monotonic()
    book = path("book")
    made = run(["/usr/bin/python3", "-B", os.path.join(SOURCE, "tools", "book.py"), "--bin", BIN, "--out", book], timeout=900)
    if not expect(made.code == 0 and not re.sub("book: .* cannot be edited\n", "", made.err), made, "the book with its kernels"):
        return
    print(f"the book is made in {time.monotonic() - start:.0f} s")
    pages = sorted(name for name in os.listdir(book) if name.endswith(".html") and "data-live=" in open(os.path.join(book, name), encoding="utf-8").read() and name != "book.html")
    expect(len(pages) == 21, book, f"21 pages with kernels, not {len(pages)}")
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
    done = run(["node", os.path.join(SOURCE, "tests", "web", "pages.js"), WHAT, book, job_file], timeout=900,
               changes={"NODE_PATH": os.pathsep.join([os.path.join(SOURCE, "build", "node", "node_modules"), os.environ.get("NODE_PATH", "")])})
    print(done.out, end="")
    if done.code == 77:
        sys.exit(77)
    expect(done.code == 0, done, "exit status 0")
    for name in sorted(os.listdir(os.path.join(book, "live"))):
        if re.match(r"\d\d_", name):
            size = os.path.getsize(os.path.join(book, "live", name))
            expect(size < 1 << 20, name, f"less than a megabyte, not {size}")
            print(f"{name}: {size / 1000:.0f} kB")
    print(f"{WHAT}: {time.monotonic() - start:.0f} s")


need_tools("emcc", "node", "glslangValidator", "pandoc")
if run([os.path.join(SOURCE, "machine", "web", "build.sh"), MODULE], timeout=900).code != 0:
    expect(False, "machine/web/build.sh build/web", "exit status 0")
elif WHAT == "answers":
    test_answers()
else:
    test_book()
finish()
