"""./wb grade, on students made up for it: one who is right, one who is wrong in each way that there is, one whose kernel never
ends; and on a pretended lesson for what no driver does on request. See common.py for how to write a test."""
import csv
import os
import re
import shutil
import time

from common import BIN, SOURCE, expect, expect_good, finish, path, read_json, run, write

GAP = "--- your lines from here ---"
RULE = "04_life/tasks/gas.comp"  # on enough cells to keep a CPU busy for minutes


def shipped(name):
    with open(os.path.join(SOURCE, "shaders", name), encoding="utf-8") as file:
        return file.read()


def hand_in(student, name, text):
    where = path("class", student, name)
    os.makedirs(os.path.dirname(where), exist_ok=True)
    with open(where, "w", encoding="utf-8") as file:
        file.write(text)


def with_lines(name, lines):
    """The kernel with these lines at the start of its gap."""
    return shipped(name).replace(GAP, f"{GAP}\n{lines}", 1)


def grade(*words, code=0, programs=BIN):
    result = run(["/usr/bin/python3", "-B", os.path.join(SOURCE, "tools", "grade.py"), "--bin", programs, *words],
                 cwd=path("class"))
    expect(result.code == code, result, f"exit status {code}")
    return result


def make_class():
    solution = shipped("01_dispatch/solutions/flatten.comp")
    hand_in("=right", "shaders/01_dispatch/tasks/flatten.comp", solution)
    # Without folders; an include of one's own; and the course's files are the course's, whatever one hands in under their names.
    hand_in("=right", "smear.comp", shipped("02_shared/solutions/smear.comp").replace(
        '#include "02_shared/blur.glsl"', '#include "02_shared/my_own.glsl"\n#include "02_shared/blur.glsl"'))
    hand_in("=right", "my_own.glsl", "// nothing\n")
    hand_in("=right", "blur.glsl", "this is no GLSL\n")

    hand_in("wrong", "01_dispatch/tasks/flatten.comp", with_lines("01_dispatch/tasks/flatten.comp", "    return 0u;"))
    hand_in("wrong", "02_shared/tasks/smear.comp", '#version 430 core\n#include "../../../../etc/passwd"\nvoid main() {}\n')
    hand_in("wrong", "03_atomics/tasks/places.comp", shipped("03_atomics/tasks/places.comp"))
    hand_in("wrong", RULE, with_lines(RULE, "    this is no GLSL\033[31m;"))
    hand_in("wrong", "elsewhere.comp", shipped("05_reduction/solutions/argmax.comp"))
    os.makedirs(path("class", "wrong", "05_reduction"))
    os.symlink("../elsewhere.comp", path("class", "wrong", "05_reduction", "argmax.comp"))
    os.mkfifo(path("class", "wrong", "scores.comp"))  # to open that is to wait
    hand_in("wrong", "nearest.comp", "/" * 1000000)

    # Right, and so it is run in all cases: on llvmpipe every loop ends some time.
    hand_in("endless", RULE, shipped(RULE.replace("tasks/", "solutions/")).replace(
        "void main()\n{\n", "void main()\n{\n    for (uint i = 0u; i < 0xFFFFFFFFu; i++) if (atomicAdd(cells[0], 0) == -5000) return;\n"))

def test_class():
    result = grade("--json", "out.json", "--csv", "out.csv", "=right", "wrong")
    expect_good(result)
    with open(path("class", "out.csv"), encoding="utf-8", newline="") as file:
        head, *rows = lines = list(csv.reader(file))
    got = {row[0].lstrip("'"): dict(zip(head, row)) for row in rows}
    wanted = {"=right": {"01 flatten": "solved", "02 smear": "solved", "02 turn": "none", "03 places": "none", "04 gas": "none"},
              "wrong": {"01 flatten": "wrong", "02 smear": "wrong", "03 places": "open", "04 gas": "wrong", "05 argmax": "none",
                        "06 scores": "none", "07 nearest": "none"}}
    for student, results in wanted.items():
        for task, word in results.items():
            expect(got.get(student, {}).get(task) == word, result, f"{student}, {task}: {word}")
    expect(result.out.split("\n")[0].split()[:3] == ["student", "01", "flatten"] and "02 turn" not in result.out.split("\n")[0],
           result, "columns for all that was handed in")
    for remark in ("wrong, 01 flatten: error: ids", "wrong, 02 smear: error:", "wrong, 04 gas: error:"):
        expect(remark in result.out, result, f"'{remark}' below the table")
    expect("\033" not in result.out + result.err, result, "no control characters from a shader")
    expect("root:" not in result.out, result, "nothing of files elsewhere")
    students = read_json("class/out.json")["students"]
    expect([one["student"] for one in students] == ["=right", "wrong"], result, "students in out.json")
    expect([one["solved"] for one in students] == [2, 0], result, "how many are solved, in out.json")
    expect(lines[1][0] == "'=right" and lines[1][1:3] == ["solved", "solved"] and lines[1][-1] == "2", result, "out.csv")


def test_endless():
    result = grade("--limit", "2", "endless")
    expect("endless, 04 gas: did not end in 2 s" in result.out, result, "a kernel without end to be ended")
    expect(result.seconds < 60, result, "the end of it in less than a minute")


def test_usage():
    expect("no directory" in grade("nobody", code=2).err, "grade nobody", "what is wrong")
    grade(code=2)
    grade("--limit", "0", "wrong", code=2)
    only = grade("--csv", "-", path("class", "empty"))
    expect(only.out.splitlines()[1].startswith("empty,none,"), only, "the table as CSV on stdout, and nothing else")
    nothing = grade("empty", code=1, programs=path("class"))
    expect("has a task" in nothing.err, nothing, "a complaint about the programs")


def test_handing_in():
    """As lessons/TEACHERS.md says it."""
    with open(os.path.join(SOURCE, "lessons", "TEACHERS.md"), encoding="utf-8") as file:
        text = file.read()
    command = re.search(r"^mkdir anna.*", text, re.M)[0]
    shutil.copytree(os.path.join(SOURCE, "shaders"), path("shaders"))
    os.symlink(os.path.join(SOURCE, "wb"), path("wb"))
    expect_good(run(["sh", "-ec", command]))
    expect_good(run(["tar", "xzf", "anna.tar.gz", "-C", path("class")]))
    result = grade("anna")
    words = result.out.splitlines()[1].split()
    expect(len(words) > 10 and set(words[1:-3]) == {"open"}, result, "every task that is a kernel to be there, as it was shipped")
    for shown in re.findall(r"\d of (\d+)$", text, re.M):
        expect(shown == words[-1], "lessons/TEACHERS.md", f"a table of {words[-1]} tasks, not {shown}")


PRETENDED = """#!/bin/sh
case $1 in
--list) echo '{"tasks": [{"name": "gas", "kernel": "04_life/tasks/gas.comp", "host": false},
    {"name": "harder", "kernel": "04_life/harder.comp", "host": false}, {"name": "asks", "kernel": null, "host": false},
    {"name": "host", "kernel": null, "host": true}]}' ;;
--task) [ "$2" != asks ] || { [ "$4" = 42 ] && echo 'solved   asks'; exit; }
    . "${WB_SHADERS%%:*}/04_life/tasks/gas.comp" ;;
esac
"""


def running(mark):
    """The processes whose command line has the mark, half a second later if there are any."""
    for _ in range(20):
        found = []
        for process in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{process}/cmdline", "rb") as file:
                    found += [process] if mark.encode() in file.read().split(b"\0") else []
            except OSError:
                pass
        if not found:
            break
        time.sleep(0.05)
    return found


def pretend(name, text=PRETENDED):
    os.makedirs(path(name))
    os.chmod(path(write(f"{name}/04_life", text)), 0o755)
    return path(name)


def table(result):
    """The words behind each name of a table without spaces in names."""
    return {line.split()[0]: line.split()[1:] for line in result.out.split("\n\n")[0].splitlines()[1:]}


def test_endings():
    """What hands in is here a shell script, which the pretended lesson runs."""
    bin_ = pretend("bin")
    for student, script in (("crash", "kill -SEGV $$"), ("fine", "echo 'solved   gas'"), ("not_yet", "echo 'error: 2, not 3'; exit 1"),
                            ("mute", "echo 'solved   gas' >/dev/null"), ("liar", "echo 'solved   gas'; exit 1"),
                            ("lacks", "exit 77"), ("loud", "yes 'error: loud'"), ("leaves", "setsid sleep 61.0625 & sleep 61.0625"),
                            ("goes", "setsid sleep 61.0625 & echo 'solved   gas'")):
        hand_in(student, RULE, script + "\n")
    for student, said in (("fine", "42"), ("not_yet", "41")):
        hand_in(student, "progress.json", f'{{"04_life.asks": "{said}", "04_life.gas": "solved"}}')
    hand_in("loud", "progress.json", "[" * 100000)
    hand_in("liar", "progress.json", r'{"04_life.asks": "\u0000\ud800"}')
    students = ["leaves", "goes", "crash", "fine", "not_yet", "mute", "liar", "lacks", "loud"]
    result = grade("--limit", "3", *students, programs=bin_)
    expect(result.out.splitlines()[0].split() == ["student", "04", "gas", "04", "asks", "solved"], result, "a column for what was handed in")
    expect("\nhanded in by nobody: 04 harder\n" in result.out, result, "what was not, below")
    got = {name: words[:2] for name, words in table(result).items()}
    wanted = {"leaves": ["time", "none"], "crash": ["crash", "none"], "fine": ["solved", "solved"], "not_yet": ["wrong", "wrong"],
              "goes": ["solved", "none"], "mute": ["wrong", "none"], "liar": ["wrong", "wrong"], "lacks": ["crash", "none"],
              "loud": ["wrong", "none"]}
    expect(got == wanted, result, f"each graded, whatever the others do, and answers asked for again: {wanted}")
    for words in ("ended by SIGSEGV", "did not end in 3 s", "did not say that the task is solved", "as if there were no OpenGL",
                  "says more than 1 MiB"):
        expect(words in result.out, result, words)
    expect(not running("61.0625"), result, "nothing of what it had started is left")
    lacking = pretend("lacking", PRETENDED.replace("--task)", "--task) exit 77;"))
    grade("fine", code=77, programs=lacking)


make_class()
os.makedirs(path("class", "empty"))
test_class()
test_handing_in()
test_endless()
test_usage()
test_endings()
shutil.rmtree(path("class"))
finish()
