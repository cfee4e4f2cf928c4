"""The exercises of a lesson: each fails as shipped, with the task and a hint; passes with our solution; and
is that solution with the gap cut out.

What a learner has written between the two marks is the learner's: this test compares only what is
around it, and takes the shipped state from the last commit.
"""
import os
import re
import shutil
import subprocess

from common import BIN, LESSON, SOURCE, expect, finish, listing, path, run

BEGIN, END = "--- your lines from here ---", "--- to here ---"


def without_gap(text):
    """What is around the gap: the lines up to the first mark, and those from the second on."""
    lines = text.splitlines()
    begin = next(i for i, line in enumerate(lines) if BEGIN in line)
    end = next(i for i, line in enumerate(lines) if END in line)
    return lines[: begin + 1], lines[end:]


def text_of(name):
    with open(os.path.join(SOURCE, name), encoding="utf-8") as file:
        return file.read()


def committed(name):
    """The file as it was shipped; as it is, without git or outside a checkout."""
    if shutil.which("git") is not None:
        result = subprocess.run(["git", "-C", SOURCE, "show", f"HEAD:./{name}"], capture_output=True, text=True)
        if result.returncode == 0:
            return result.stdout
    return text_of(name)


def test_exercise(name, variant):
    exercise, solution = (f"shaders/{LESSON}/{kind}_{name}.comp" for kind in ("exercise", "solution"))
    solved = text_of(solution)
    expect(without_gap(text_of(exercise)) == without_gap(solved), exercise, f"no difference to {solution} outside the gap")
    shutil.copytree(os.path.join(SOURCE, "shaders"), path("shaders"), dirs_exist_ok=True)

    def expect_check(what, text, status, *wanted, options=()):
        with open(path(exercise), "w", encoding="utf-8") as file:
            file.write(text)
        result = run([os.path.join(BIN, LESSON), "--check", "--variant", variant, *options],
                     changes={"WB_SHADERS": path("shaders")})
        expect(result.code == status, result, f"exit status {status}, {what}")
        for part in wanted:
            expect(part in result.out + result.err, result, f"'{part}' in the output, {what}")

    expect_check("as shipped", committed(exercise), 1, "NOT YET", "task:", "hint:", "got", "expected")
    expect_check("as shipped, --hint", committed(exercise), 1, "NOT YET", options=["--hint"])
    expect_check("as shipped, --solution", committed(exercise), 1, "NOT YET", options=["--solution"])
    expect_check("as shipped, --give-up", committed(exercise), 0, BEGIN, options=["--give-up"])
    expect_check("solved, --solution", solved, 0, "solved", BEGIN, options=["--solution"])
    broken = re.sub(BEGIN + r".*?\n", lambda match: match.group(0) + "    this is no GLSL;\n", solved, count=1)
    expect_check("not GLSL", broken, 1, f"exercise_{name}.comp:", "this is no GLSL", "hint:")


kernels = os.listdir(os.path.join(SOURCE, "shaders", LESSON))
names = [match[1] for match in (re.fullmatch(r"exercise_(\w+)\.comp", kernel) for kernel in sorted(kernels)) if match]
variants = {variant["kernel"]: variant["name"] for variant in listing(os.path.join(BIN, LESSON))["variants"]
            if variant["kind"] == "exercise"}
expect(names and {f"{LESSON}/exercise_{name}.comp" for name in names} == set(variants), LESSON,
       f"an exercise for each of {names}, not {sorted(variants)}")
expect("exercise" in variants.values(), LESSON, "one of them to be called just that")
for one in names:
    test_exercise(one, variants[f"{LESSON}/exercise_{one}.comp"])
finish()
