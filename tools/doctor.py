#!/usr/bin/env python3
"""Runs everything that says whether the course is right on this machine, and prints a report of one screen.

  doctor.py --bin DIR

For each lesson: its check (all versions against the CPU, broken variants have to fail), its kernels (in the kernel machine,
compared with the driver), our answers to its tasks (those in GLSL alone; each has to be solved, without a message), its states
(the hashes of lessons/NN_name/tests/states.csv, if there is a column for this driver), and its pictures (against screenshots/,
by wb_compare). --bin is where the programs are. What is not there, or cannot be told here, is named as skipped.

Exit: 0 all good, 1 something is wrong, 77 no OpenGL 4.3.
"""
import argparse
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "tests" / "cli")]
import about  # noqa: E402
import hashes  # noqa: E402
import shots  # noqa: E402
import tasks  # noqa: E402

AT_ONCE = min(8, os.cpu_count() or 1)  # programs; more would want much of a GPU's memory
WIDTH, MOST_LINES = 100, 8  # of the report: columns, and lines of problems or of what was skipped
GOOD, WRONG, SKIPPED = "good", "wrong", "skipped"
MESA = ("llvmpipe", "zink")  # the drivers that the reference pictures are the same on


KINDS = ("check", "kernels", "answers", "states", "pictures")


class Result:
    """Of one piece of work: its lesson, what it was (one of KINDS), GOOD, WRONG or SKIPPED, and a line."""

    def __init__(self, lesson, kind, outcome, line=""):
        self.lesson, self.kind, self.outcome, self.line = lesson, kind, outcome, line


# ---- The work ----------------------------------------------------------------------------------

def first_error(errors):
    return next((line for line in errors.splitlines() if line.startswith("error: ")), "")


def check(program, with_machine):
    """A result for each variant; with the kernel machine, one for each kernel, too."""
    lesson = program.name
    status, output, errors = shots.run([program, "--check", *(["--kernels"] if with_machine else [])])
    results = []
    for line in output.splitlines():
        word, _, rest = line.partition(" ")
        if word in ("good", "broken", "solved"):
            results.append(Result(lesson, "check", GOOD))
        elif word == "FAILED":
            results.append(Result(lesson, "check", WRONG, f"{lesson}: check of {' '.join(rest.split())}"))
        elif re.match(r"  \S+\.comp +\d", line):
            results.append(Result(lesson, "kernels", GOOD))
    if status != 0 and all(result.outcome == GOOD for result in results):
        ran = any(result.kind == "kernels" for result in results)
        what = "its kernels in the machine" if ran else "the check"
        results.append(Result(lesson, "kernels" if ran else "check", WRONG,
                              f"{lesson}: {what} {shots.ending(status)} {first_error(errors)}".rstrip()))
    return results


def answers_of(lesson):
    """The names of the tasks of which we have an answer that is a kernel alone."""
    kernels = {file.stem for file in (ROOT / "shaders" / lesson / "solutions").glob("*.comp")}
    return sorted(kernels - {file.stem for file in (ROOT / "lessons" / lesson / "solutions").glob("*.c")})


def answer(program, name):
    """Whether our answer solves the task, and nothing else is said of it."""
    lesson = program.name
    solution = (ROOT / "shaders" / lesson / "solutions" / f"{name}.comp").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as directory:
        kernel = Path(directory) / lesson / "tasks" / f"{name}.comp"
        kernel.parent.mkdir(parents=True)
        kernel.write_text(solution.split(tasks.SHIPPED)[0], encoding="utf-8")
        environment = {**os.environ, "WB_SHADERS": f"{directory}:{ROOT / 'shaders'}", "XDG_DATA_HOME": directory}
        done = subprocess.run([program, "--check", "--task", name], env=environment, capture_output=True, text=True,
                              errors="replace", timeout=shots.TIMEOUT_S)
    solved = done.returncode == 0 and re.search("^solved ", done.stdout, re.M)
    error = first_error(done.stderr)
    if solved and not error:
        return [Result(lesson, "answers", GOOD)]
    return [Result(lesson, "answers", WRONG, f"{lesson}: our answer to {name} {'is solved, but' if solved else 'is not taken:'} {error}")]


def state(program, variant, wanted):
    """Whether the variant ends in the state on record."""
    what = f"{program.name} {variant}"
    if wanted == "-":
        return [Result(program.name, "states", SKIPPED, f"state of {what}: it differs from run to run")]
    if not wanted:
        return [Result(program.name, "states", SKIPPED, f"state of {what}: none on record")]
    try:
        found = hashes.hash_of(str(program), variant)
    except subprocess.TimeoutExpired:
        found = "the run did not end"
    same = hashes.is_known(found, wanted)
    return [Result(program.name, "states", GOOD if same else WRONG, "" if same else f"{what}: state {found}, not {wanted}")]


def is_as_far_off_as_known(shot, column):
    """Whether it differs on another vendor's driver by no more than tests.json says of it, which has the reason."""
    known = about.about(ROOT, shot.lesson)["pictures"].get("elsewhere", {})
    found = re.search(r"([\d.]+) % of the pixels", shot.message)
    return column not in MESA and shot.name == shot.lesson and found and float(found[1]) <= known.get("percent", 0)


def picture(name, column, bin_directory, out):
    shot = shots.Shot(name, out)
    try:
        shots.shoot(shot, bin_directory)
    except shots.Lacking:
        shot.outcome, shot.message = shots.NOT_RENDERED, "no OpenGL 4.3"
    if not shot.failed():
        return [Result(shot.lesson, "pictures", GOOD)]
    if is_as_far_off_as_known(shot, column):
        why = about.about(ROOT, shot.lesson)["pictures"]["elsewhere"]["why"]
        return [Result(shot.lesson, "pictures", SKIPPED, f"{name}.png: not the same as with Mesa: {why}")]
    return [Result(shot.lesson, "pictures", WRONG, f"{name}.png {shot.line()}")]


def plan(programs, column, bin_directory, out):
    """All pieces of work, the long ones first: functions that give lists of results. And what is skipped at once."""
    has_compare, has_machine = (bin_directory / "wb_compare").exists(), shutil.which("glslangValidator") is not None
    work, skipped = [lambda program=program: check(program, has_machine) for program in programs], []
    if not has_machine:
        skipped.append(Result("", "kernels", SKIPPED, "kernels, and answers: glslangValidator is missing"))
    if not has_compare:
        skipped.append(Result("", "pictures", SKIPPED, "pictures: wb_compare is not built"))
    if column is None:
        skipped.append(Result("", "states", SKIPPED, "states: none are on record for this driver"))
    for program in programs:
        if has_machine:
            work += [lambda program=program, name=name: answer(program, name) for name in answers_of(program.name)]
        if has_compare:
            work += [lambda name=name: picture(name, column, bin_directory, out) for name in shots.picture_names(program.name)]
        if column is None:
            continue
        table = hashes.read_table(program.name)
        if not table:
            skipped.append(Result(program.name, "states", SKIPPED, f"states of {program.name}: none are on record"))
            continue
        for variant in hashes.variants(str(program)):
            wanted = table.get(variant, {}).get(column, "")
            work.append(lambda program=program, variant=variant, wanted=wanted: state(program, variant, wanted))
    return work, skipped


def carry_out(work):
    """The results of all, in no order; how far it is stands on stderr."""
    results = []
    pool = ThreadPoolExecutor(AT_ONCE)
    try:
        jobs = [pool.submit(piece) for piece in work]
        for done, job in enumerate(as_completed(jobs), 1):
            results += job.result()
            if sys.stderr.isatty():
                print(f"\r\033[K{done} of {len(work)}", end="", file=sys.stderr, flush=True)
    finally:
        pool.shutdown(cancel_futures=True)  # if the user asks for an end
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr, flush=True)
    return results


# ---- The report --------------------------------------------------------------------------------

def cell(results, lesson, kind):
    """What the table says of a lesson's work of this kind."""
    mine = [result.outcome for result in results if (result.lesson, result.kind) == (lesson, kind)]
    good, wrong = mine.count(GOOD), mine.count(WRONG)
    if good + wrong == 0:
        return "skipped"
    return f"{wrong} WRONG, {good} good" if wrong else f"{good} good"


def print_lines(title, lines):
    for line in lines[:MOST_LINES]:
        print(f"{title} {line}"[:WIDTH])
    if len(lines) > MOST_LINES:
        print(f"{title} and {len(lines) - MOST_LINES} more")


def system():
    try:
        name = platform.freedesktop_os_release().get("PRETTY_NAME", "Linux")
    except OSError:
        name = "an unknown system"
    return f"{name}, {platform.system()} {platform.release()} {platform.machine()}, {os.cpu_count()} processors"


def print_report(gl, lessons, results, seconds):
    print(f"workbench   {version()}")
    print(f"OpenGL      {gl}")
    print(f"system      {system()}")
    print("".join(f"{word:<16}" for word in ("lesson", *KINDS)).rstrip())
    for lesson in lessons:
        print("".join(f"{word:<16}" for word in (lesson, *(cell(results, lesson, kind) for kind in KINDS))).rstrip())
    wrong = sorted(result.line for result in results if result.outcome == WRONG)
    skipped = sorted(result.line for result in results if result.outcome == SKIPPED)
    print_lines("wrong:  ", wrong)
    print_lines("skipped:", skipped)
    print(f"{'all good' if not wrong else f'{len(wrong)} wrong'}, {len(skipped)} skipped, in {seconds:.0f} s")
    return 1 if wrong else 0


def version():
    """The version of the sources, with the commit, if they are under git."""
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    number = re.search(r"^project\(workbench VERSION ([\d.]+)", text, re.M)[1]
    status, commit, _ = shots.run(["git", "-C", ROOT, "describe", "--always", "--dirty"])
    return f"{number} ({commit.strip()})" if status == 0 else number


def ask_driver(program):
    """The name of GPU and driver, from a run of no frames. Ends the program where there is no OpenGL 4.3."""
    status, output, errors = shots.run([program, "--headless", "--frames", "0", "--hash"])
    if status == shots.LACKING:
        sys.stderr.write(errors)
        sys.exit(shots.LACKING)
    return next((line for line in output.splitlines() if ", OpenGL " in line), "unknown: no lesson says")


def main():
    usage = __doc__.split("\n\n", 1)
    parser = argparse.ArgumentParser(description=usage[0], epilog=usage[1], allow_abbrev=False,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=Path, required=True, metavar="DIR")
    args = parser.parse_args()
    start, bin_directory, lessons = time.monotonic(), args.bin.resolve(), shots.lessons()
    programs = [bin_directory / lesson for lesson in lessons if (bin_directory / lesson).exists()]
    if not programs:
        parser.error(f"there is no lesson in {args.bin}. They are built by: ./wb doctor --full")
    gl = ask_driver(programs[0])
    column = hashes.column_of(gl)
    with tempfile.TemporaryDirectory() as out:
        work, results = plan(programs, column, bin_directory, Path(out))
        results += carry_out(work)
    results += [Result(lesson, "check", SKIPPED, f"{lesson}: it is not built")
                for lesson in lessons if not (bin_directory / lesson).exists()]
    return print_report(gl, lessons, results, time.monotonic() - start)


if __name__ == "__main__":
    sys.exit(shots.until_ended(main))
