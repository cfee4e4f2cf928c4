"""A program in odd surroundings: few files, little memory, no home, a directory that is gone, links that lead
nowhere, shaders as other systems save them. It runs as ever, or says in one message why it cannot."""
import os
import re
import resource
import shutil
import signal
import sys

from common import (BIN, LESSONS, LIFE, SOURCE, expect, expect_good, expect_hash, expect_refusal, expect_same, finish, listing,
                    path, run, sanitized, small, write)

SMALL = ("--headless", "--frames", "1", "--set", "width=12", "--set", "height=8", "--size", "48x30")
USAGE, FAILED, LACKING = 2, 1, 77
ALL = sys.argv[3:] == ["all"]


def life(*words, **more):
    return run([LIFE, *SMALL, *words], **more)


def test_little_memory():
    """Too little for the driver, or for us; a driver that crashes is not ours, but it is told."""
    for megabytes in (60, 100, 150, 200, 250, 300, 350, 400, 500):
        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        result = life("--set", "width=500", "--set", "height=500", "--dump", "cells=little.csv", before=limit)
        if result.code in (-signal.SIGSEGV, -signal.SIGABRT):
            expect("error: " in result.err or "LLVM ERROR" in result.err, result, "a word about the crash")
        elif "loading shared libraries" not in result.err:
            expect_good_or_told(result)
        expect(not any(name.endswith(".tmp") for name in os.listdir(path("."))), result, "no temporary file")


def expect_good_or_told(result):
    """All well, or one message and no crash."""
    if result.code != 0:
        expect(result.code in (FAILED, USAGE, LACKING) and len(result.errors()) == 1, result, "a good end, or one message")


# ---- Names -------------------------------------------------------------------------------------------------------------

def test_circles():
    """A link that leads to itself is no file, to read or to write."""
    for kind in ("npy", "csv", "rle", "png", "json"):
        os.symlink("circle." + kind, path("circle." + kind))
    loops = "Too many levels of symbolic links"
    for kind in ("npy", "csv", "rle"):
        expect_refusal(life("--load", f"cells=circle.{kind}"), USAGE, f"cannot read circle.{kind}", loops)
        expect_refusal(life("--dump", f"cells=circle.{kind}"), USAGE, f"cannot write circle.{kind}", loops)
    expect_refusal(life("--screenshot", "circle.png"), USAGE, loops)
    expect_refusal(life("--json", "circle.json"), USAGE, loops)
    os.symlink("circle", path("circle"))
    expect_refusal(life("--record", "circle"), USAGE, "circle")
    expect(all(os.path.islink(path("circle." + kind)) for kind in ("npy", "csv", "rle", "png", "json")), "circle.*",
           "links to stay")


def test_input_is_output():
    """A file that is read may be written in the same run."""
    first = expect_hash(life("--dump", "cells=same.npy", "--hash"))
    again = life("--load", "cells=same.npy", "--dump", "cells=same.npy", "--hash")
    expect(first is not None and expect_hash(again) is not None, again, "two runs")
    expect_good(life("--load", "cells=same.npy", "--dump", "cells=same.npy", "--frames", "0"))
    result = life("--load", "cells=same.npy", "--frames", "0", "--hash")
    expect(expect_hash(result) == expect_hash(again), result, "what was written")


def test_no_directory():
    for name in ("/dev/null", write("plain", ""), "plain/film", "no/film"):
        expect_refusal(life("--record", name), USAGE, name)


# ---- The machine -------------------------------------------------------------------------------------------------------

def test_few_files():
    for most in range(5, 24, 3):
        def limit():
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        result = life("--dump", "cells=few.npy", "--json", "few.json", before=limit)
        expect_good_or_told(result)
    expect_good(result)


def test_closed_streams():
    for closed in ("<&-", "2>&-", "<&- 2>&-", "<&- >/dev/null 2>&-"):
        result = run(["sh", "-c", f'exec "$@" {closed}', "sh", LIFE, *SMALL, "--dump", "cells=closed.npy"])
        expect(result.code == 0 and os.path.getsize(path("closed.npy")) == 128 + 4 * 96, result, f"a good run with {closed}")
    result = run(["sh", "-c", 'exec "$@" 2>/dev/full', "sh", LIFE, "--nope"])
    expect(result.code == USAGE, result, "exit status 2 though the reason cannot be read")


def test_no_home():
    plain = expect_hash(life("--hash"))
    # A driver may make a home that is missing, so it lies among what the test cleans up.
    for changes in ({"HOME": ""}, {"HOME": path("missing/home")}, {"XDG_CACHE_HOME": "/dev/null", "XDG_RUNTIME_DIR": "/nonexistent"},
                    {"TMPDIR": "/nonexistent"}, {"LANG": "de_DE.UTF-8", "LC_ALL": "de_DE.UTF-8"}, {"PATH": ""},
                    {"LC_ALL": "no such"}, {"COLUMNS": "-1", "TERM": "nonsense"}):
        result = life("--hash", changes=changes)
        expect(expect_hash(result) == plain, result, "the same hash")
    if shutil.which("glslangValidator"):
        for changes in ({"TMPDIR": "/nonexistent"}, {"TMPDIR": "/dev/null"}, {"HOME": ""}):
            expect_good(life("--kernels", changes=changes))
        expect_refusal(life("--kernels", changes={"PATH": ""}), LACKING, "glslang")


def test_directory_gone():
    """The current directory was deleted."""
    def away():
        os.mkdir(path("gone"))
        os.chdir(path("gone"))
        os.rmdir(path("gone"))
    expect_hash(life("--hash", before=away))
    for words in (["--screenshot", "a.png"], ["--dump", "cells=a.npy"], ["--json", "a.json"], ["--record", "a"], []):
        expect_refusal(life(*words, before=away), USAGE, "No such file or directory")


def test_program_moved():
    """A program finds its shaders also when it was copied somewhere else, or is called through a link."""
    os.makedirs(path("else where", "bin"))
    plain = expect_hash(life("--hash"))
    shutil.copy(LIFE, path("else where", "bin", "life"))
    os.symlink(path("else where", "bin", "life"), path("link to life"))
    for program in (path("else where", "bin", "life"), path("link to life")):
        result = run([program, *SMALL, "--hash"])
        expect(expect_hash(result) == plain, result, "the same hash")
    shutil.copytree(os.path.join(SOURCE, "shaders"), path("else where", "shaders"))
    with open(path("else where", "shaders", "04_life", "global.comp"), "a", encoding="utf-8") as file:
        file.write("no_such_thing;\n")
    expect_refusal(run([path("else where", "bin", "life"), *SMALL]), FAILED, "no_such_thing")


def test_as_nobody():
    """Without permission to write, a run says so of each file."""
    def become_nobody():
        os.setgid(65534)
        os.setuid(65534)
    if os.getuid() != 0:
        return
    os.mkdir(path("theirs"))
    os.chmod(path("."), 0o755)
    for words in ([], ["--screenshot", "a.png"], ["--dump", "cells=a.npy"], ["--json", "a.json"], ["--record", "film"]):
        try:
            result = life(*words, cwd=path("theirs"), before=become_nobody)
        except PermissionError:  # since Python 3.13; before, the shell's exit status
            result = None
        if result is None or result.code == 126:
            print("left out: a user without rights; the programs lie in a home where only its owner may look")
            return
        expect_refusal(result, USAGE, "Permission denied")
        expect(os.listdir(path("theirs")) == [], result, "no file")


# ---- Shaders as other systems save them -----------------------------------------------------------------------------------

def shaders_with(change, name="04_life/global.comp"):
    """A root with the lesson's shaders alone, in which `change` has changed the bytes of a file, before the others."""
    copy = path("changed")
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(os.path.join(SOURCE, "shaders", "04_life"), os.path.join(copy, "04_life"))
    with open(os.path.join(copy, name), "rb") as file:
        text = file.read()
    with open(os.path.join(copy, name), "wb") as file:
        file.write(change(text))
    return {"WB_SHADERS": f"{copy}:{os.path.join(SOURCE, 'shaders')}"}


def test_shaders():
    plain = expect_hash(life("--hash", "--variant", "global"))
    kinds = {"CR LF": lambda text: text.replace(b"\n", b"\r\n"), "CR": lambda text: text.replace(b"\n", b"\r"),
             "a byte order mark": lambda text: b"\xef\xbb\xbf" + text, "no last line end": lambda text: text.rstrip(b"\n"),
             "a megabyte in a line": lambda text: text + b"// " + b"m" * (1 << 20) + b"\n",
             "much white space": lambda text: text + b" \t\v\f\n" * 20000,
             "Latin-1 in a comment": lambda text: text + b"// gr\xfc\xdfe\n"}
    for name, change in kinds.items():
        for file in ("04_life/global.comp", "04_life/rule.glsl"):
            result = life("--hash", "--variant", "global", changes=shaders_with(change, file))
            expect(expect_hash(result) == plain, result, f"the same hash with {name} in {file}")
    refused = {b'#include "../../../etc/passwd"\n': "etc/passwd", b'#include "/etc/passwd"\n': "/etc/passwd",
               b'#include "04_life/../04_life/rule.glsl"\n': "04_life/../", b'#include "04_life"\n': "04_life",
               b'#include "04_life/rule.glsl\n': "#include", b"#include <04_life/rule.glsl>\n": "#include",
               b"a\0b\n": "zero byte", b"/* never ends\n": "comment",
               b"\xff\xfe#\0v\0": "zero byte"}
    for line, text in refused.items():
        expect_refusal(life("--variant", "global", changes=shaders_with(lambda text, line=line: text + line)), FAILED, text)
    for kind in ("mkfifo", "device"):
        changes = shaders_with(lambda text: text + b'#include "04_life/odd.glsl"\n')
        odd = os.path.join(path("changed"), "04_life", "odd.glsl")
        os.mkfifo(odd) if kind == "mkfifo" else os.symlink("/dev/zero", odd)
        expect_refusal(life("--variant", "global", changes=changes, timeout=20), FAILED, "odd.glsl")


# ---- Options -----------------------------------------------------------------------------------------------------------

def test_options():
    """Every option empty, and twice."""
    for option in ("frames", "size", "seed", "variant", "set", "load", "dump", "screenshot", "record", "every", "json",
                   "group", "pass", "do", "drop-barrier"):
        for words in ((f"--{option}", ""), (f"--{option}=",)):
            result = run([LIFE, *SMALL[:1], *SMALL[3:], *words, "--frames", "1"])
            expect(result.code == USAGE and len(result.errors()) == 1, result, "exit status 2 and one message")
    one = expect_hash(life("--seed", "5", "--hash"))
    expect_same([(one, life("--hash")), (expect_hash(life("--seed", "9", "--seed", "5", "--hash")), life("--hash"))],
                "the last seed counts")


def test_ends_of_parameters():
    """One beyond an end is refused, with the ends (or the names) in the message; at the ends it runs, or says why it cannot."""
    for name in LESSONS:
        program = os.path.join(BIN, name)
        for one in listing(program)["parameters"]:
            step = 1 if one["type"] == "int" else (one["max"] - one["min"]) * 1e-3
            for value in (one["min"] - step, one["max"] + step):
                text = str(int(value)) if one["type"] == "int" else repr(value)
                result = run([program, "--list", "--set", f"{one['name']}={text}"])
                expect_refusal(result, USAGE, one["name"], " is one of: " if "choices" in one else " to ")
            if one["type"] != "int":  # as --bench hands them on
                for value in (repr(one["min"]), repr(one["max"])):
                    shown = run([program, "--list", "--json", "-", "--set", f"{one['name']}={value}"])
                    text = re.search(rf'"name": "{one["name"]}", .*"value": ([^,]+),', shown.out)
                    expect_good(shown)
                    expect_good(run([program, "--list", "--set", f"{one['name']}={text[1] if text else '?'}"]))
            for value in (one["min"], one["max"]) if ALL else ():
                text = str(int(value)) if one["type"] == "int" else repr(value)
                expect_good_or_told(run([program, "--headless", "--frames", "1", *small(name, f"{one['name']}={text}")]))


signal.signal(signal.SIGPIPE, signal.SIG_DFL)
test_circles()
test_input_is_output()
test_no_directory()
test_few_files()
if ALL and not sanitized():  # which takes all addresses there are
    test_little_memory()
test_closed_streams()
test_no_home()
test_directory_gone()
test_program_moved()
test_as_nobody()
test_shaders()
test_options()
test_ends_of_parameters()
finish()
