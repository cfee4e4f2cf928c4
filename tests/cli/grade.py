"""./wb grade, on students made up for it: one who is right, one who is wrong in each way that there is, one whose kernel never
ends; and on a pretended lesson for what no driver does on request. See common.py for how to write a test."""
import csv
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time

from common import BIN, SOURCE, expect, expect_good, finish, need_tools, path, read, read_json, run, sanitized, write

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


def grade(*words, code=0, programs=BIN, **more):
    if programs == BIN and sanitized():  # it needs more addresses than the box gives
        words = ("--no-sandbox", *words)
    result = run(["/usr/bin/python3", "-B", os.path.join(SOURCE, "tools", "grade.py"), "--bin", programs, *words],
                 cwd=path("class"), **more)
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

    # Right, and so it is run in all cases; the guard knows that the loop ends some time.
    hand_in("endless", RULE, shipped(RULE.replace("tasks/", "solutions/")).replace(
        "void main()\n{\n", "void main()\n{\n    for (uint i = 0u; i < 60000u; i++) if (atomicAdd(cells[0], 0) == -5000) return;\n"))

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
    expect(lines[1][0] == "'=right" and lines[1].count("solved") == 2 and lines[1][-1] == "2", result, "out.csv")


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
    refused = grade("wrong", code=77, changes={"PATH": path("class", "empty")}, programs=path("class"))
    expect("there is no bwrap" in refused.err and "--no-sandbox" in refused.err, refused, "what is missing, and what else there is")
    nothing = grade("empty", code=1, programs=path("class"))
    expect("has a task" in nothing.err, nothing, "a complaint about the programs")


def test_handing_in():
    """As lessons/TEACHERS.md says it."""
    with open(os.path.join(SOURCE, "lessons", "TEACHERS.md"), encoding="utf-8") as file:
        text = file.read()
    command = re.search(r"^mkdir anna.*", text, re.M)[0]
    for top in ("shaders", "lessons"):
        shutil.copytree(os.path.join(SOURCE, top), path(top), ignore=shutil.ignore_patterns("*.png", "measurements"))
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
    {"name": "harder", "kernel": "04_life/harder.comp", "host": false}, {"name": "asks", "kernel": null, "host": false, "slips": [{"answer": "6 x 9", "but": "no"}]}]}' ;;
--task) [ "$2" != asks ] || { [ "$4" = 42 ] && echo 'solved   asks'; exit; }
    . "${WB_SHADERS%%:*}/04_life/tasks/gas.comp" ;;
esac
"""


def started(mark):
    """The processes whose command line has the mark as a word."""
    found = []
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{process}/cmdline", "rb") as file:
                found += [process] if mark.encode() in file.read().split(b"\0") else []
        except OSError:
            pass
    return found


def running(mark):
    """Those that are there for half a second."""
    end = time.monotonic() + 0.5
    while started(mark) and time.monotonic() < end:
        time.sleep(0.02)
    return started(mark)


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
    expect("\nhanded in by no student: 04 harder\n" in result.out, result, "what was not, below")
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


def test_exported():
    """A class's files from the book: each answer is judged once, and what has no kernel to check is told."""
    bin_ = pretend("counting", PRETENDED.replace("--task)", f"--task) echo \"$4\" >>{path('runs')};"))
    files = [f"s{k:03}.json" for k in range(200)]
    for k, name in enumerate(files):
        hand_in("", name, f'{{"04_life.asks": "{(42, 41, "forty", "6 X  9")[k % 4]}", "04_life.gas": "solved"}}')
    hand_in("", "other.json", "[1, 2]")
    result = grade("--no-sandbox", *files, "other.json", programs=bin_)
    got = table(result)
    expect(got["s000"] == ["told", "solved", "1", "of", "3,", "1", "told"] and got["s001"][:2] == got["s003"][:2] == ["told", "wrong"], result, "answers judged, and kernels told")
    expect("s003, 04 asks: NOT YET asks 6 X  9 is not what comes of it: no" in result.out, result, "what is wrong with an answer that many give")
    expect("other: no record of answers" in result.out, result, "a file that is none to be named")
    expect(sorted(read("runs").split()) == [b"41", b"42", b"forty"], read("runs"), "each answer to be judged once")


def become_nobody():
    """Root may read what has no rights."""
    if os.getuid() == 0:
        os.setgid(65534)
        os.setuid(65534)


def test_folders():
    """Whatever a student's folder is, the others' are graded, and its row says what is wrong."""
    for name in ("barred", "inside", "kernel", "same/a", "same/b"):
        hand_in(name, RULE, "echo 'solved   gas'\n")
    os.chmod(path("class", "barred"), 0)
    os.chmod(path("class", "inside", "04_life", "tasks"), 0)
    os.remove(path("class", "kernel", RULE))
    os.makedirs(path("class", "kernel", RULE))
    os.makedirs(path("class", "kernel", "04_life", "tasks", "d.glsl"))
    os.symlink("same/a", path("class", "linked"))
    hand_in("", "letter", "Dear Anna")
    students = ["barred", "inside", "kernel", "linked", "letter", "same/a", "same/b/../a", "same/b"]
    result = grade("--csv", "folders.csv", *students, programs=path("bin"), before=become_nobody)
    expect(result.out.count("solved  1 of 3") == 3, result, "what can be read to be graded")
    for words in ("barred: cannot be read: Permission denied", "kernel, 04 gas: gas.comp is no file", "letter: no directory",
                  "linked: a link, which is not followed", "\nsame/b/../a ", "\nsame/a ", "\nb ", "inside, 04 gas: gas.comp cannot be read: Permission denied"):
        expect(words in result.out, result, words)


def test_names():
    """Told apart; and no formula for a spreadsheet, whatever it splits at."""
    names = ["a\nb", "=1+1", "a;=1+1", "\t=1", "\uff1d1+1", "@x", "fine", "a,b", 'a"b']
    for name in names:
        hand_in(name, "nothing", "")
    os.makedirs(path("class", "--json"))
    result = grade("--csv", "names.csv", "--", *names, "--json", "fine", programs=path("bin"))
    with open(path("class", "names.csv"), encoding="utf-8", newline="") as file:
        lines = [re.split(",(?:none|solved)", line)[0] for line in file.read().splitlines()[1:]]
    expect(lines == ['"a?b"', '"\'=1+1"', '"a;=1+1"', '"?=1"', '"\'\uff1d1+1"', '"\'@x"', "fine", '"a,b"', '"a""b"', '\'--json', '"fine (2)"'],
           result, f"names as they are safe, not {lines}")
    for words in (["--json", "fine"], ["fine", "--json"]):
        refused = grade(*words, code=2, programs=path("bin"))
        expect("write ./--json" in refused.err, refused, "an option that is a directory, too, to be asked about")
    os.rmdir(path("class", "--json"))


def test_outputs():
    """What cannot be written is said before the first student; what TMPDIR lacks, is."""
    for name in ("/nonexistent/x.csv", "/tmp", "/dev/full"):
        result = grade("--csv", name, "fine", code=1, programs=path("bin"), before=become_nobody)  # root could replace a device
        expect(name in result.err and "Traceback" not in result.err and " solved" not in result.err, result, "the file that cannot be written")
    # As on a disk with less room than that.
    code = f"import sys; sys.path.insert(0, {os.path.join(SOURCE, 'tools')!r}); import grade; grade.LEAST_SPACE = 1 << 62; sys.exit(grade.main())"
    full = run(["/usr/bin/python3", "-B", "-c", code, "--bin", path("bin"), path("class", "fine")])
    expect(full.code == 1 and "TMPDIR" in full.err and not full.out, full, "TMPDIR to be named, and no grade")


# What a kernel could try that has broken the driver: Python in the program's place, as it has more to try with. What succeeds is out.
ATTEMPTS = r"""
import ctypes, glob, os, resource, shutil, signal, socket, subprocess
WORK, SOURCE, PROCESS, PORT = %s
def opens(*names):
    return any(open(name, "rb").read(1) or True for name in names)
def changes(name):
    return os.path.exists(name) and open(name, "ab") and True
def puts(name, content):
    return os.write(os.open(name, os.O_WRONLY), content)
def calls(name, *words):
    return ctypes.CDLL(None, use_errno=True)[name](*words) == 0
def connects(family, kind, where):
    with socket.socket(family, kind) as one:
        one.settimeout(1)
        return one.connect(where) is None
def processes():
    children = []
    while len(children) < 4000:
        child = os.fork()
        if child == 0:
            signal.pause()
        children.append(child)
    return True
def fills(folder):
    for k in range(40):
        with open(f"{folder}/{k}", "wb") as file:
            file.write(bytes(1 << 23))
    return True
I, U, T, D = socket.AF_INET, socket.AF_UNIX, socket.SOCK_STREAM, socket.SOCK_DGRAM
TRIED = {
    "a file of the user's": lambda: opens(f"{WORK}/secret"), "the other student's answer": lambda: opens(f"{WORK}/class/fine/04_life/tasks/gas.comp"),
    "the folder of the class": lambda: os.listdir(f"{WORK}/class"), "the results": lambda: opens(f"{WORK}/class/out.csv"),
    "to write the results": lambda: open(f"{WORK}/class/out.csv", "w"), "to delete them": lambda: os.unlink(f"{WORK}/class/out.csv") is None,
    "what is copied of others": lambda: glob.glob("/tmp/wb-grade-*"), "its own answer": lambda: changes("/student/04_life/tasks/gas.comp"),
    "a file beside it": lambda: open("/student/new", "w"), "a kernel of the course": lambda: changes(f"{SOURCE}/shaders/04_life/tile.comp"),
    "a new one": lambda: open(f"{SOURCE}/shaders/04_life/new.glsl", "w"), "the grader": lambda: opens(f"{SOURCE}/tools/grade.py"),
    "git's settings": lambda: opens(f"{SOURCE}/.git/config", f"{SOURCE}/.git"), "the lesson's program": lambda: changes(f"{WORK}/bin/04_life"),
    "a program of the system": lambda: changes("/usr/bin/true"), "users": lambda: opens("/etc/passwd"), "passwords": lambda: opens("/etc/shadow"),
    "homes": lambda: os.listdir("/home") or os.listdir("/root"), "the root folder": lambda: open("/new", "w"),
    "shared memory": lambda: open("/dev/shm/new", "w"), "a device of the disk": lambda: glob.glob("/dev/[svn][dvb]*") + glob.glob("/dev/dri"),
    "to make a device": lambda: os.mknod("/tmp/mem", 0o20600, os.makedev(1, 1)) is None, "kernel memory": lambda: opens("/dev/mem", "/proc/kcore"),
    "a setting of the kernel": lambda: puts("/proc/sys/kernel/hostname", b"mine"), "to trigger it": lambda: open("/proc/sysrq-trigger", "w"),
    "to mount": lambda: calls("mount", b"none", b"/tmp", b"tmpfs", 0, None), "to unmount": lambda: calls("umount2", b"/student", 2),
    "to write again": lambda: calls("mount", None, b"/student", None, 4096 | 32, None), "another root": lambda: os.chroot("/tmp") is None,
    "a namespace of users": lambda: calls("unshare", 0x10000000), "a namespace of mounts": lambda: calls("unshare", 0x00020000),
    "to be root": lambda: os.setuid(0) is None or os.getuid() == 0, "rights by a program": lambda: b"uid=0" in subprocess.run(["su", "-c", "id"], capture_output=True).stdout,
    "to see the grader": lambda: os.path.exists(f"/proc/{PROCESS}"), "to end it": lambda: os.kill(PROCESS, signal.SIGTERM) is None,
    "to trace it": lambda: calls("ptrace", 16, PROCESS, None, None), "its environment": lambda: "SECRET" in os.environ,
    "the environment of the first": lambda: b"SECRET" in open("/proc/1/environ", "rb").read(),
    "the files of the first": lambda: os.path.exists(f"/proc/1/root{WORK}/secret"), "a file left open": lambda: set(map(int, os.listdir("/proc/self/fd"))) - {0, 1, 2, 3},
    "the terminal": lambda: open("/dev/tty", "w"), "a server here": lambda: connects(I, T, ("127.0.0.1", PORT)),
    "one in the network": lambda: connects(I, T, ("192.0.2.1", 80)), "a datagram": lambda: connects(I, D, ("192.0.2.1", 53)),
    "a name": lambda: socket.getaddrinfo("example.org", 80), "a network card": lambda: set(name for _, name in socket.if_nameindex()) - {"lo"},
    "raw packets": lambda: socket.socket(I, socket.SOCK_RAW, 1), "a socket by its file": lambda: connects(U, T, f"{WORK}/socket"),
    "one by its name": lambda: connects(U, T, "\0wb-test-socket"), "8 GB": lambda: bytearray(8 << 30),
    "a large file": lambda: open("/tmp/large", "wb").write(bytes(1 << 27)) == 1 << 27, "many files": lambda: fills("/tmp"),
    "more of it all": lambda: resource.setrlimit(resource.RLIMIT_AS, (-1, -1)) is None, "to be spared": lambda: puts("/proc/self/oom_score_adj", b"-900"),
    "4000 processes": processes,
}
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
out = []
for name, attempt in TRIED.items():
    try:
        out += [name] if attempt() else []
    except (OSError, MemoryError, ValueError):
        pass
print(f"error: out of {len(TRIED)}: {out}", flush=True)
os._exit(1)
"""


def test_attempts():
    """None gets out of the box."""
    write("secret", "secret")
    write("class/out.csv", "results")
    with socket.socket(socket.AF_INET) as server, socket.socket(socket.AF_UNIX) as file, socket.socket(socket.AF_UNIX) as name:
        sentinel = subprocess.Popen(["sleep", "61.125"], preexec_fn=become_nobody)
        for one, where in ((server, ("127.0.0.1", 0)), (file, path("socket")), (name, "\0wb-test-socket")):
            one.bind(where)
            one.listen()
        facts = repr((path(), SOURCE, sentinel.pid, server.getsockname()[1]))
        hand_in("tries", RULE, "exec python3 - <<'END'\n" + ATTEMPTS % facts.replace("%", "%%") + "END\n")
        result = grade("--csv", "all.csv", "--limit", "60", "tries", "fine", programs=path("bin"), changes={"SECRET": "yes"},
                       before=become_nobody)
        expect(re.search(r"out of 5\d: \[\]$", result.out, re.M), result, f"none of the attempts to succeed:\n{result.out}")
        expect("\nfine     solved" in result.out and read("class/out.csv") == b"results", result, "nothing changed by them")
        expect(sentinel.poll() is None, result, "another process to go on")
        sentinel.kill()
        sentinel.wait()


def test_stopping():
    """Nothing is left of what was started, and what was graded is written."""
    hand_in("slow", RULE, "sleep 61.0625\n")
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        for box in ([], ["--no-sandbox"]):
            words = ["/usr/bin/python3", "-B", os.path.join(SOURCE, "tools", "grade.py"), "--bin", path("bin"), *box, "--csv", "stopped.csv", "fine", "slow"]
            grader = subprocess.Popen(words, cwd=path("class"), stderr=subprocess.PIPE, text=True)
            while grader.poll() is None and not (started("61.0625") and os.path.exists(path("class", "stopped.csv"))):
                time.sleep(0.02)
            grader.send_signal(number)
            said = grader.communicate(timeout=60)[1]
            expect(grader.returncode == 128 + number and "after 1 of 2 students" in said, " ".join(words), f"to end by {number}, not:\n{said}")
            expect(not running("61.0625"), " ".join(words), "nothing left of what was started")
            with open(path("class", "stopped.csv"), encoding="utf-8") as file:
                expect(file.read().splitlines()[1].startswith("fine,"), " ".join(words), "the first student's result")
            os.remove(path("class", "stopped.csv"))


need_tools("bwrap", "prlimit")
if run(["bwrap", "--unshare-user", "--unshare-all", "--ro-bind", "/", "/", "true"]).code != 0:
    print("skipped: bwrap cannot make a box here")
    sys.exit(77)
make_class()
for folder in (path(), path("class")):
    os.chmod(folder, 0o777)  # for become_nobody
os.makedirs(path("class", "empty"))
test_class()
test_handing_in()
test_endless()
test_usage()
test_endings()
test_exported()
test_folders()
test_names()
test_outputs()
test_attempts()
test_stopping()
shutil.rmtree(path("class"))
finish()
