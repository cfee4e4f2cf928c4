"""What is solved, over the whole course: ./wb next, progress and reset, by tools/tasks.py; lesson 00's check and its --watch; the record,
which C and Python read and write; and a file as it was shipped, without git."""
import json
import os
import re
import shutil
import signal
import subprocess
import time

from common import BIN, SOURCE, environment, expect, expect_good, finish, path, run, write

RECORD = path("data", "workbench", "progress.json")
COURSE = path("course")
GAS, CUBE = (os.path.join(COURSE, name) for name in ("shaders/04_life/tasks/gas.comp", "lessons/00_hello/tasks/cube.c"))
SHADERS = {"WB_SHADERS": os.path.join(COURSE, "shaders")}


def tool(*words, programs=path("bin")):
    return run(["/usr/bin/python3", "-B", os.path.join(COURSE, "tools", "tasks.py"), "--bin", programs, *words])


def record():
    with open(RECORD, encoding="utf-8") as file:
        return json.load(file)


def record_is_empty():
    return not os.path.exists(RECORD) or record() == {}


def write_record(content):
    with open(RECORD, "w", encoding="utf-8") as file:
        json.dump(content, file)


def copy(source, target):
    with open(source, encoding="utf-8") as file:
        text = file.read().split("\n// --- as shipped ---")[0]
    with open(target, "w", encoding="utf-8") as file:
        file.write(text)


def make_course():
    """Lessons 00 and 04 alone."""
    for name in ("tools", "lessons/00_hello", "lessons/04_life", "shaders"):
        shutil.copytree(os.path.join(SOURCE, name), os.path.join(COURSE, name))
    os.makedirs(path("bin"))
    os.symlink(os.path.join(BIN, "04_life"), path("bin", "04_life"))


def test_next():
    """From task to task, whatever solves it."""
    first = tool("next")  # on a fresh clone
    expect_good(first)
    for part in ("next:    0.1 ", "page:    lessons/00_hello/README.md:", "check:   ./wb answer 0.1 ..."):
        expect(part in first.out, first, f"'{part}'")
    wrong = tool("check", "00_hello", "1", "--answer", "49 64")
    expect(wrong.code == 1 and "NOT YET" in wrong.out and record_is_empty(), wrong, "a wrong answer to be rejected")
    answered = tool("check", "00_hello", "1", "--answer", "49 8")
    expect(answered.code == 0 and "next:    0.2 " in answered.out, answered, "the right one to be taken, and the next task named")
    probe = tool("check", "00_hello", "1", "--answer", "49 64")
    expect(probe.code == 1 and record() == {"00_hello.one_group": "solved"}, probe, "what was solved to stay solved after a wrong answer")
    second = tool("next")
    for part in ("next:    0.2 ", "file:    lessons/00_hello/tasks/cube.c", "check:   ./wb check 0.2"):
        expect(part in second.out, second, f"'{part}'")
    copy(os.path.join(COURSE, "lessons/00_hello/solutions/cube.c"), CUBE)
    solved = tool("check", "00_hello", "--json", "result.json")
    expect(solved.code == 0 and "solved" in solved.out and "> next    0.2 " in solved.out, solved, "lesson 00's program to be solved")
    with open(path("result.json"), encoding="utf-8") as file:
        written = json.load(file)
    expect(written["lesson"] == "00_hello" and written["checked"] == "cube" and written["solved"] is True
           and [task["state"] for task in written["tasks"]][:3] == ["solved", "solved", "next"], solved, f"that in JSON, too, not {written}")
    expect_good(tool("check", "00_hello", "one_group", "--give-up"))
    expect(record() == {"00_hello.one_group": "solved", "00_hello.cube": "solved"}, RECORD, f"both on record, not {record()}")
    for name in ("threes", "echo", "strength", "brightness"):  # as if
        write_record({**record(), f"00_hello.{name}": "solved"})
    third = tool("next")
    expect("next:    4.1 " in third.out and re.search(r"^page: +lessons/04_life/README.md(:\d+)?$", third.out, re.M), third, "the first task of the next lesson")
    copy(os.path.join(COURSE, "shaders/04_life/solutions/gas.comp"), GAS)
    expect_good(run([os.path.join(BIN, "04_life"), "--task", "gas"], changes=SHADERS))
    expect(len(record()) == 7 and record()["04_life.gas"] == "solved", RECORD, f"gas on record, too, not {record()}")
    progress = tool("progress", "--json", "handed_in.json")
    expect_good(progress)
    expect(re.search(r"^00 +hello +6 of +6 +xxxxxx$", progress.out, re.M) and re.search(r"^04 +life +1 of +\d+ +\.*x\.*$", progress.out, re.M),
           progress, "a line for each lesson")
    with open(path("handed_in.json"), encoding="utf-8") as file:
        expect(json.load(file) == record(), progress, "the record to hand in")
    before = record()
    write("from_the_book.json", json.dumps({"04_life.blinker": "3 2", "not a task": "solved", "04_life.mend": 7}))
    expect_good(tool("progress", "--import", path("from_the_book.json")))
    expect(record() == {**before, "04_life.blinker": "3 2"}, RECORD, "what the book has exported, too")
    expect(tool("progress", "--import", write("no_record.json", "[1]")).code == 1, "--import no_record.json", "a file of another kind to be refused")
    probe = run([os.path.join(BIN, "04_life"), "--task", "blinker", "--answer", "nothing"], changes=SHADERS)
    expect(probe.code == 1 and record() == {**before, "04_life.blinker": "3 2"}, probe, "what was solved to stay solved after a wrong answer")
    write_back = tool("reset", "04_life", "blinker", "--yes")
    expect(write_back.code == 0 and record() == before, write_back, "it to be open again")
    with open(GAS, "a", encoding="utf-8") as file:
        file.write("this is no GLSL\n")
    expect(run([os.path.join(BIN, "04_life"), "--task", "gas"], changes=SHADERS).code == 1, GAS, "not solved any more")
    expect("04_life.gas" not in record() and "00_hello.cube" in record(), RECORD, "what no longer passes to be open again")


def test_reset():
    refused = tool("reset", "04_life", "gas")  # nothing answers the question
    expect(refused.code == 1, refused, "nothing to be done without a yes")
    done = tool("reset", "04_life", "gas", "--yes")
    expect_good(done)
    with open(GAS, encoding="utf-8") as file, open(os.path.join(SOURCE, "shaders/04_life/solutions/gas.comp"), encoding="utf-8") as ours:
        text, block = file.read(), ours.read().split("// --- as shipped ---\n")[1]
    expect("".join(line[3:] + "\n" for line in block.splitlines()) in text and "no GLSL" not in text, done, "the file as it was shipped")
    kept = re.search(r"^kept: +(.+)$", done.out, re.M)
    expect(kept and "this is no GLSL" in open(kept[1], encoding="utf-8").read(), done, "the learner's file to be kept")
    os.remove(CUBE)
    expect_good(tool("reset", "00_hello", "--yes"))
    expect(os.path.exists(CUBE) and record() == {}, RECORD, "a file that was gone, and its tasks open again")
    expect(tool("reset", "04_life", "nope", "--yes").code == 2, "reset nope", "wrong usage")


def test_watch():
    with open(path("watched.txt"), "w", encoding="utf-8") as out, subprocess.Popen(
            ["/usr/bin/python3", "-B", os.path.join(COURSE, "tools", "tasks.py"), "check", "00_hello", "--watch"], stdout=out, stderr=out,
            env=environment()) as process:
        def wait(pattern):
            end = time.monotonic() + 60
            while time.monotonic() < end and process.poll() is None:
                with open(path("watched.txt"), encoding="utf-8") as file:
                    if re.search(pattern, file.read(), re.M | re.S):
                        return True
                time.sleep(0.1)
            return False

        expect(wait("^watching 0.1, .*NOT YET"), "check 0 --watch", "NOT YET at first")
        time.sleep(0.6)  # it has seen the record by then
        expect_good(tool("check", "00_hello", "1", "--answer", "49 8"))
        expect(wait("^watching 0.2, .*NOT YET"), "check 0 --watch", "the next task, after the answer in another terminal")
        time.sleep(0.6)
        copy(os.path.join(COURSE, "lessons/00_hello/solutions/cube.c"), CUBE)
        expect(wait("cube.*^---- .*^solved   cube.*^watching 0.3, "), "check 0 --watch", "solved, after the save, and the next one")
        process.send_signal(signal.SIGINT)
        process.wait(20)


make_course()
test_next()
test_reset()
test_watch()
finish()
