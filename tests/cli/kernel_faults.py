"""What the kernel machine says of kernels with a mistake inside, through --kernels and through the check of a
task; the counters; and what is said where there is no glslangValidator.

The kernels are those of the course, with a line changed in a copy of the shaders.
"""
import os
import re
import shutil

from common import BIN, SOURCE, THREADS, expect, expect_good, finish, need_tools, path, read_json, run

need_tools("glslangValidator")


def changed(changes):
    """A directory of shaders in which each file of `changes` has a text replaced: {file: (old, new)}; old None: by
    another file."""
    directory = path(f"shaders{changed.count}")
    changed.count += 1
    shutil.copytree(os.path.join(SOURCE, "shaders"), directory)
    for name, (old, new) in changes.items():
        if old is None:
            shutil.copy(os.path.join(directory, new), os.path.join(directory, name))
            continue
        with open(os.path.join(directory, name), encoding="utf-8") as file:
            text = file.read()
        expect(text.count(old) == 1, name, f"one place with {old!r}, not {text.count(old)}")
        with open(os.path.join(directory, name), "w", encoding="utf-8") as file:
            file.write(text.replace(old, new))
    return directory


changed.count = 0


def line_of(directory, name, text):
    with open(os.path.join(directory, name), encoding="utf-8") as file:
        lines = file.read().splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


def program(lesson, directory, *words, **changes):
    return run([os.path.join(BIN, lesson), *words], changes={"WB_SHADERS": directory, **changes}, timeout=300)


def test_machine(lesson, variant, changes, code, name, line, text, parameters=()):
    """--kernels finds `code` in the file `name`, in the line that holds `line`."""
    directory = changed(changes)
    words = [word for parameter in parameters for word in ("--set", parameter)]
    result = program(lesson, directory, "--frames", "1", "--kernels", "--variant", variant, "--json", "f.json", *words)
    expect(result.code == 1, result, "exit status 1")
    number = line_of(directory, name, line)
    places = [(finding["code"], at.get("file"), at.get("line")) for finding in read_json("f.json")["findings"]
              for at in (finding.get("at", finding), finding.get("earlier", {}))]
    expect((code, name, number) in places, result, f"{code} at {name}:{number} in JSON, not only {places}")
    for part in (f"{code}: ", f"{name}:{number}: {line}", "work group (", "what to do: ", text):
        expect(part in result.err, result, f"'{part}' in the message")


def test_task(lesson, task, old, new, code, threads):
    """A learner's kernel with right results by luck, or with wrong ones: never solved, with any of these numbers of
    threads. Returns how often right."""
    name = f"{lesson}/tasks/{task}.comp"
    directory = changed({name: (None, f"{lesson}/solutions/{task}.comp")})
    with open(os.path.join(directory, name), encoding="utf-8") as file:
        text = file.read()
    expect(old in text, name, f"'{old}'")
    with open(os.path.join(directory, name), "w", encoding="utf-8") as file:
        file.write(text.replace(old, new))
    lucky = 0
    for number in threads:
        result = program(lesson, directory, "--task", task, LP_NUM_THREADS=number)
        expect(result.code == 1 and "NOT YET" in result.out, result, "the task not to be solved")
        if "right on this driver, but" not in result.out:
            continue
        lucky += 1
        expect(f"error: {code}: " in result.err and "what to do: " in result.err, result, f"'{code}' in the message")
        expect(f"{name}:" in result.err, result, "the learner's own file in the message")
    result = program(lesson, directory, "--task", task, "--kernels", "--set", "count=5001")
    expect(f"error: {code}: " in result.err, result, f"'{code}' with --kernels, whatever the results")
    return lucky


def test_tasks():
    lucky = test_task("03_atomics", "places",
                          "if (bins[bin] > 0u) firsts[bin] = atomicAdd(histogram[plane * BINS + bin], bins[bin]);",
                          "{ firsts[bin] = histogram[plane * BINS + bin]; histogram[plane * BINS + bin] += bins[bin]; }",
                          "race-lost-update", THREADS)
    print(f"plain addition: never solved in {len(THREADS)} runs, {lucky} of them with right results")
    expect(lucky > 0, "03_atomics", "right results now and then, or this tests nothing")


def test_worst():
    """What beginners do worst ends in a message, whatever becomes of the driver."""
    gap = " = firsts[sample_of(word, k)] + own[k];"
    before, far = (gap + f"    for (int n = 0; n < {count}; n++) bins[n - 1] = 0u;" for count in (2, 50000))
    for old, new, options, texts in (
            (gap, gap + "    while (count > 0u) {}", (), ("error: endless-loop: ",)),
            (gap, gap + "    if (gl_GlobalInvocationID.x == 0u) while (count > 0u) {}", (), ("error: endless-loop: ",)),
            (gap, gap + "    if (samples[int(i) - 1] == 12345u) histogram[0] = 0u;", (),
             ("error: out-of-bounds: the index into samples is -1",)),
            (gap, before, ("--kernels",), ("error: out-of-bounds: the index into bins is -1",)),
            (gap, before, (), ("error: out-of-bounds: the index into bins is -1", "the driver was not given this kernel")),
            (gap, far, ("--unguarded",), ("crash", "--kernels")),
            ("    uint i = linear_index()", "    bins[0] = places[0];\n    uint i = linear_index()", (),
             ("03_atomics/tasks/places.comp:30: ", "bins[0] = places[0];", "writeonly")),
            ("void main()", "uint down(uint n) { return n == 0u ? 0u : down(n - 1u); }\nvoid main()", (), ("recursion", "down")),
            ("shared uint bins[BINS]", "shared uint bins[262144]", (), ("does not link", "shared"))):
        name = "03_atomics/tasks/places.comp"
        directory = changed({name: (None, "03_atomics/solutions/places.comp")})
        with open(os.path.join(directory, name), encoding="utf-8") as file:
            text = file.read().split("\n// --- as shipped ---")[0]
        expect(text.count(old) == 1, name, f"one place with {old!r}")
        with open(os.path.join(directory, name), "w", encoding="utf-8") as file:
            file.write(text.replace(old, new))
        result = program("03_atomics", directory, "--task", "places", "--set", "count=301", *options)
        expect(result.code not in (0, None), result, "it to end, and not well")
        for part in texts:
            expect(part in result.err, result, f"'{part}' in the message")


def test_kernels():
    test_machine("02_shared", "tile", {"02_shared/tile.glsl": ("i < SIDE * SIDE", "i <= SIDE * SIDE")},
                 "out-of-bounds", "02_shared/tile.glsl", "tile[i] = pixel_at(",
                 "included from 02_shared/tile.comp:", ["width=33", "height=17"])
    test_machine("02_shared", "blelloch",
                 {"02_shared/blelloch.comp": ("        barrier(); // what the level above has written\n", "")}, "race",
                 "02_shared/blelloch.comp", "uint left_sum = sums[place(right - distance)];", "by another invocation",
                 ["elements=100", "levels=6"])
    for comment in ("the counter is empty", "all have their places", "the group knows where its run begins"):
        test_machine("03_atomics", "append_group",
                     {"03_atomics/append_group.comp": (f"    barrier(); // {comment}\n", "")},
                     "race-atomic-and-plain" if comment != "the group knows where its run begins" else "race",
                     "03_atomics/append_group.comp",
                     {"the counter is empty": "if (gl_LocalInvocationIndex == 0u) found = 0u;",
                      "all have their places": "if (gl_LocalInvocationIndex == 0u) first = ",
                      "the group knows where its run begins": "if (keep) list[first + place] = i;"}[comment],
                     "by another invocation", ["count=3000"])


def test_demand():
    """A broken variant that is mended no longer shows what it names."""
    directory = changed({"02_shared/no_barrier.comp": (None, "02_shared/tile.comp")})
    result = program("02_shared", directory, "--check", "--kernels", "--set", "width=40", "--set", "height=20")
    expect_good(result)  # with a case of one's own, broken variants are not checked
    directory = changed({"04_life/one_buffer.comp": (None, "04_life/global.comp")})
    result = program("04_life", directory, "--check", "--kernels", "--frames", "1")
    expect(result.code == 1 and re.search(r"FAILED +one_buffer +the kernel machine has not found: race", result.out),
           result, "FAILED, because the machine has found no race in one_buffer")


def test_luck():
    """A broken variant with the right values has the fault that it names, or it is not broken."""
    lucky = r"scan_no_barrier +right by luck: race: tile\[1\] is written and was written by another invocation"
    as_it_is = os.path.join(SOURCE, "shaders")
    result = program("02_shared", as_it_is, "--check", "--frames", "1")
    expect_good(result)
    expect(re.search(f"^broken   {lucky}", result.out, re.M), result, f"'broken {lucky}'")
    result = program("02_shared", as_it_is, "--check", "--variant", "scan_no_barrier")
    expect(result.code == 1 and re.search(f"^FAILED   {lucky}", result.out, re.M), result, f"'FAILED {lucky}'")
    expect(len(result.errors()) == 1, result, "one message")
    clear = "    if (lane == BLOCK - 1u) tile"
    directory = changed({"02_shared/scan_no_barrier.comp": (clear, f"    barrier();\n{clear}")})
    result = program("02_shared", directory, "--check", "--frames", "1")
    expect(result.code == 1, result, "exit status 1")
    for line in ("is broken, but its check passes", "the kernel machine has not found: race"):
        expect(re.search(f"^FAILED   scan_no_barrier +{line}$", result.out, re.M), result, f"'FAILED scan_no_barrier {line}'")
    result = program("02_shared", directory, "--check", "--variant", "scan_no_barrier")
    expect_good(result)  # who mends it is told that it is good
    expect("good     scan_no_barrier  equals" in result.out, result, "'good scan_no_barrier'")


def test_repeated():
    """A check leaves out what only repeats, and says so; a run, and counters, leave nothing out."""
    life = ["04_life", "--kernels", "--frames", "25", "--variant", "global", "--set", "width=17", "--set", "height=17"]
    sums = ["05_reduction", "--kernels", "--frames", "5", "--variant", "sequential", "--set", "count=1000"]  # of the same
    for words, dispatches, left_out in ((life, 25, 0), ([*life, "--check"], 20, 5), ([*life, "--check", "--counters"], 25, 0),
                                        (sums, 10, 0), ([*sums, "--check"], 4, 6)):
        result = run([os.path.join(BIN, words[0]), *words[1:], "--json", "r.json"], timeout=300)
        expect_good(result)
        kernel = read_json("r.json")["kernels"][0]
        expect((kernel["dispatches"], kernel["not_repeated"]) == (dispatches, left_out), result,
               f"{dispatches} dispatches in the machine and {left_out} not, not {kernel}")
        expect(("not repeated: " in result.out) == (left_out > 0), result, "a line about it if some are left out")


def lines_of(name, file):
    """The counted lines of the first pass with a kernel, by text."""
    found = [entry for entry in read_json("c.json")["counters"] if entry["kernel"] == file]
    expect(len(found) >= 1, name, f"counters of {file}")
    return {line["text"]: line for line in found[0]["lines"]} if found else {}


def test_counters():
    def sectors(variant):
        """Of the line that writes the most a request."""
        words = ["--frames", "1", "--counters", "--variant", variant, "--json", "c.json", "--set", "width=256"]
        result = run([os.path.join(BIN, "01_dispatch"), *words])
        expect_good(result)
        expect("as written" in result.out and re.search(r"sectors +ways +atomics", result.out), result, "a labelled listing")
        lines = lines_of(result, f"01_dispatch/{variant}.comp").values()
        return max((line["sectors"] / line["requests"] for line in lines if line["requests"]), default=0)

    rows, columns = sectors("rows"), sectors("columns")
    expect(rows <= 8 < columns <= 32, "01_dispatch",
           f"neighbours in a row to share sectors (at most 8 a request, not {rows}), and those in a column not ({columns})")
    for stride, ways in ((1, 1), (32, 32)):
        result = run([os.path.join(BIN, "02_shared"), "--frames", "1", "--counters", "--variant", "strided", "--set",
                      f"stride={stride}", "--json", "c.json"])
        expect_good(result)
        lines = lines_of(result, "02_shared/banks.comp").values()
        most = max((line["bank_ways"] / line["shared_requests"] for line in lines if line["shared_requests"]), default=0)
        expect(most == ways, result, f"{ways} bank ways with a stride of {stride}, not {most}")
    result = run([os.path.join(BIN, "03_atomics"), "--frames", "1", "--counters", "--variant", "count_one", "--json", "c.json"])
    expect_good(result)
    lines = lines_of(result, "03_atomics/count_one.comp").values()
    most = max((line["atomic_ways"] / line["atomic_requests"] for line in lines if line["atomic_requests"]), default=0)
    expect(most > 2, result, f"invocations to collide on the one counter, not {most} a request")


def test_missing():
    """Without the compiler everything else works, and it is said what is missing."""
    nowhere = {"PATH": path("nowhere")}
    result = run([os.path.join(BIN, "04_life"), "--frames", "1", "--kernels"], changes=nowhere)
    expect(result.code == 77 and len(result.errors()) == 1 and "glslang-tools" in result.err, result,
           "exit status 77 and one line with the package's name")
    for words in ([], ["--variant", "scan_no_barrier"]):
        result = run([os.path.join(BIN, "02_shared"), "--check", "--frames", "1", *words], changes=nowhere)
        expect_good(result)
        expect(re.search("^skipped  scan_no_barrier +right, perhaps by luck; not judged: .*glslang-tools", result.out, re.M) and
               "good     scan_no_barrier" not in result.out, result, "that the variant was not judged, and why")
    directory = changed({"04_life/tasks/gas.comp": (None, "04_life/solutions/gas.comp")})
    result = run([os.path.join(BIN, "04_life"), "--task", "gas"],
                 changes={"WB_SHADERS": directory, **nowhere})
    expect_good(result)
    expect("solved" in result.out and "glslang-tools" in result.err, result, "solved, with a note on what is missing")


for test in (test_tasks, test_worst, test_kernels, test_demand, test_luck, test_repeated, test_counters, test_missing):
    test()
finish()
