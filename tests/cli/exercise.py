#!/usr/bin/env python3
"""The exercises: fail as shipped, with the task and a hint; pass with our solution; and are that solution with the gap cut out.

Usage: exercise.py BIN SOURCE LESSON...

What a learner has written between the two marks is the learner's: this test compares only what is around it, and makes the
shipped state itself, from the solution. Exit status: 0 good, 1 a test failed.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

BEGIN, END = "--- your lines from here ---", "--- to here ---"


def without_gap(text):
    """What is around the gap: the lines up to the first mark, and those from the second on."""
    lines = text.splitlines()
    begin = next(i for i, line in enumerate(lines) if BEGIN in line)
    end = next(i for i, line in enumerate(lines) if END in line)
    return lines[: begin + 1], lines[end:]


def committed(source, path):
    """The file as it was shipped; as it is, without git or outside a checkout."""
    if shutil.which("git") is not None:
        result = subprocess.run(["git", "-C", source, "show", f"HEAD:./{path}"], capture_output=True, text=True)
        if result.returncode == 0:
            return result.stdout
    with open(os.path.join(source, path), encoding="utf-8") as file:
        return file.read()


def check(bin_directory, lesson, shaders, *options):
    return subprocess.run([os.path.join(bin_directory, lesson), "--check", "--variant", "exercise", *options],
                          capture_output=True, text=True, env={**os.environ, "WB_SHADERS": shaders})


def test_exercise(bin_directory, source, lesson, name):
    faults = []
    exercise, solution = (f"shaders/{lesson}/{kind}_{name}.comp" for kind in ("exercise", "solution"))
    with open(os.path.join(source, exercise), encoding="utf-8") as file:
        learners = file.read()
    with open(os.path.join(source, solution), encoding="utf-8") as file:
        solved = file.read()
    if without_gap(learners) != without_gap(solved):
        faults.append(f"{exercise} and {solution} differ outside the gap")

    with tempfile.TemporaryDirectory() as directory:
        shaders = os.path.join(directory, "shaders")
        shutil.copytree(os.path.join(source, "shaders"), shaders)
        kernel = os.path.join(directory, exercise)

        def expect(what, text, status, *wanted, options=()):
            with open(kernel, "w", encoding="utf-8") as file:
                file.write(text)
            result = check(bin_directory, lesson, shaders, *options)
            output = result.stdout + result.stderr
            if result.returncode != status:
                faults.append(f"{lesson}, {what}: exit status {result.returncode}, expected {status}\n{output}")
            faults.extend(f"{lesson}, {what}: the output lacks {part!r}\n{output}" for part in wanted if part not in output)

        expect("as shipped", committed(source, exercise), 1, "NOT YET", "task:", "hint:", "got", "expected")
        expect("as shipped, --hint", committed(source, exercise), 1, "NOT YET", options=["--hint"])
        expect("as shipped, --solution", committed(source, exercise), 1, "NOT YET", options=["--solution"])
        expect("as shipped, --give-up", committed(source, exercise), 0, BEGIN, options=["--give-up"])
        expect("solved", solved, 0, "solved")
        expect("solved, --solution", solved, 0, "solved", BEGIN, options=["--solution"])
        broken = re.sub(BEGIN + r".*?\n", lambda match: match.group(0) + "    this is no GLSL;\n", solved, count=1)
        expect("not GLSL", broken, 1, f"exercise_{name}.comp:", "this is no GLSL", "hint:")
    return faults


def main():
    bin_directory, source, lessons = sys.argv[1], sys.argv[2], sys.argv[3:]
    faults, count = [], 0
    for lesson in lessons:
        for file in sorted(os.listdir(os.path.join(source, "shaders", lesson))):
            match = re.fullmatch(r"exercise_(\w+)\.comp", file)
            if match:
                count += 1
                faults += test_exercise(bin_directory, source, lesson, match.group(1))
    print("\n".join(faults))
    print(f"{count} exercises, {len(faults)} faults")
    return 1 if faults or count < len(lessons) else 0


if __name__ == "__main__":
    sys.exit(main())
