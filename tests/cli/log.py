"""WB_LOG and WB_ASSERT in a kernel: what they say, in what order, and what an assertion that does not hold does."""
import os
import shutil

from common import BIN, LIFE, SOURCE, expect, expect_good, finish, path, read_json, run

SMALL = ["--variant", "global", "--set", "width=41", "--set", "height=30"]


def with_lines(lines):
    """Runs of lesson 04's first version have these lines behind the guard, from line 20 on."""
    shutil.rmtree(path("shaders"), ignore_errors=True)
    shutil.copytree(os.path.join(SOURCE, "shaders"), path("shaders"))
    name = path("shaders", "04_life", "global.comp")
    with open(name, encoding="utf-8") as file:
        text = file.read()
    include, place = '#include "04_life/rule.glsl"', "    next[i] = "
    expect(text.count(include) == 1 and text.count(place) == 1, name, "the kernel as it was")
    text = text.replace(include, '#include "log/log.glsl"\n' + include).replace(place, lines + place)
    with open(name, "w", encoding="utf-8") as file:
        file.write(text)


def life(*words):
    return run([LIFE, *SMALL, *words], changes={"WB_SHADERS": path("shaders")})


def said(result):
    """The lines on stderr that a kernel has said."""
    return [line for line in result.err.splitlines() if line.startswith("04_life/global.comp:")]


def test_costs():
    """A task that counts atomics and loads does not count those of what its kernel says."""
    kernel = path("shaders", "03_atomics", "tasks", "agree.comp")
    with open(os.path.join(SOURCE, "shaders", "03_atomics", "solutions", "agree.comp"), encoding="utf-8") as file:
        solved = file.read()
    place = "void main()\n{\n"
    expect(place in solved, kernel, place)
    for says in "", "    WB_LOG(gl_WorkGroupID); WB_LOG(values[gl_LocalInvocationIndex]); WB_ASSERT(values[0] == values[0]);\n":
        with open(kernel, "w", encoding="utf-8") as file:
            file.write(solved.replace(place, '#include "log/log.glsl"\n' + place + says, 1))
        result = run([os.path.join(BIN, "03_atomics"), "--task", "agree"], changes={"WB_SHADERS": path("shaders")})
        expect("solved   agree" in result.out and ("03_atomics/tasks/agree.comp:" in result.err) == (says != ""), result,
               "a task that is solved, " + ("and what its kernel says" if says else "without a word"))


HASH = run([LIFE, *SMALL, "--headless", "--frames", "2", "--hash"]).out.splitlines()[-1]

with_lines("    if (p.y == 3 && p.x < 2) { WB_LOG(vec3(p, -0.5)); WB_LOG(uvec2(p)); }\n"
           "    if (p == ivec2(1)) for (int k = 3; k > 0; k--) WB_LOG(-k);\n"
           "    if (p == ivec2(1)) WB_LOG(bvec2(true, false));\n"
           "    WB_ASSERT(p.x < 41);\n")
logged = life("--headless", "--frames", "2", "--hash", "--barriers", "--json", "log.json")
expect_good(logged)
expect(said(logged) == 2 * [
    "04_life/global.comp:20, invocation (0, 3, 0): 0, 3", "04_life/global.comp:20, invocation (1, 3, 0): 1, 3",
    "04_life/global.comp:20, invocation (0, 3, 0): 0, 3, -0.5",
    "04_life/global.comp:20, invocation (1, 3, 0): 1, 3, -0.5",
    "04_life/global.comp:21, invocation (1, 1, 0): -3", "04_life/global.comp:21, invocation (1, 1, 0): -2",
    "04_life/global.comp:21, invocation (1, 1, 0): -1", "04_life/global.comp:22, invocation (1, 1, 0): true, false"],
       logged, f"what both dispatches log, in order, not\n{logged.err}")
expect(HASH in logged.out, logged, "the state to be the same: " + HASH)
expect(read_json("log.json")["findings"] == [], logged, "no finding: the buffer of the log is none of the lesson's")

with_lines("    WB_ASSERT(p.x != 20 || p.y == 2);\n")
denied = life("--headless", "--frames", "2", "--json", "denied.json")
expect(denied.code == 1, denied, "exit status 1")
expect(denied.err.count("error: 04_life/global.comp:20: the assertion does not hold, for 29 invocations of the dispatch, "
                        "the first being (20, 0, 0)") == 1, denied, "the assertion, once")
findings = read_json("denied.json")["findings"]
expect([(f["code"], f["severity"], f["file"], f["line"], f["pass"]) for f in findings]
       == [("assertion", "error", "04_life/global.comp", 20, "life")], denied, f"a finding, not {findings}")
checked = life("--check")
expect(checked.code == 1 and "FAILED   global" in checked.out, checked, "the check to fail, although all cells are right")

# More than there is room for, and more than a reader wants.
with_lines("    WB_LOG(i); WB_LOG(i); WB_LOG(i); WB_LOG(i);\n")
many = life("--headless", "--frames", "1")
expect_good(many)
expect(len(said(many)) == 20 and f"... and {4 * 41 * 30 - 20} more in this dispatch" in many.err, many, "20 lines, and how many more")
test_costs()
finish()
