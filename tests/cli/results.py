"""What comes out of a run and of a check: right, wrong, or not run; a picture where nothing was asked
for; and how far it has got, for those who wait."""
import json
import os
import re
import shutil
import signal
import subprocess
import time

from common import (BIN, LIFE, SOURCE, environment, expect, expect_good, expect_refusal, finish, life, listing, path, read, read_json,
                    run, write)

TINY = os.path.join(BIN, "wb_tiny")
SUMS = os.path.join(BIN, "05_reduction")  # a lesson whose check is quick


def check(*words, program=TINY, **more):
    return run([program, "--check", *words], **more)


# ---- Right, wrong, not run -----------------------------------------------------------------------

def test_one_variant():
    for name, code, line, message in (
            ("right", 0, "good     right            equals the CPU's result in 2 cases", ""),
            ("wrong", 1, "FAILED   wrong", "numbers[0]: got 4, expected 2"),
            ("no_start", 1, "FAILED   no_start         could not run", "no start today"),
            ("no_memory", 1, "FAILED   no_memory        could not run", "out of memory"),
            ("no_answer", 1, "FAILED   no_answer        could not run", "the oracle has no answer: nothing was compared")):
        result = check("--variant", name)
        expect(result.code == code, result, f"exit status {code}")
        expect(line in result.out.splitlines(), result, f"'{line}'")
        expect(message in result.err and len(result.errors()) == code, result, f"one message with '{message}', or none")
        if code == 1:
            frames = ", after 2 frames" if name == "wrong" else ""
            expect(f"this was variant {name} with amount=1{frames}\n" in result.err, result, "what was checked")
            told = f"to look into it: --debug --variant {name} --set amount=1 --frames 1\n" in result.err
            expect(told == (name == "wrong"), result, "how to look into what is wrong")


def test_all():
    """A broken variant has to be wrong: neither right nor one that shows nothing because it does not run."""
    result = check()
    expect(result.code == 1, result, "exit status 1")
    for line in (r"good     right .*2 cases", r"FAILED   wrong", r"FAILED   no_start +could not run",
                 r"FAILED   no_memory +could not run", r"FAILED   no_answer +could not run",
                 r"broken   broken_wrong +fails, as it should: numbers\[0\]: got 4, expected 2.*",
                 r"FAILED   broken_right +is broken, but its check passes",
                 r"FAILED   broken_no_start +could not run: tiny: no start today",
                 r"broken   broken_refused +fails, as it should: tiny: no start today",
                 r"FAILED   broken_not_refused +is broken, but its check passes",
                 r"FAILED   broken_no_memory +could not run: tiny: out of memory"):
        expect(re.search(f"^{line}$", result.out, re.M), result, f"'{line}'")


def test_project():
    """Acceptance checks, each under settings of its own, on the project or on the variant that is asked for."""
    met, amount = "met      one a frame                            3 after 3 frames; as many are wanted", "7 numbers, at least 5"
    for words, code, lines in (
            ([], 1, ("NOT MET  one a frame                            6 after 3 frames; as many are wanted", amount,
                     "2 of 3 are met", "task:    Add one.", "shaders/tiny/project.comp")),
            (["--variant", "right"], 0, (met, amount, "met      no fault inside the kernels", "all 3 are met")),
            (["--variant", "no_start"], 1, ("NOT MET  one a frame                            tiny: no start today", "0 of 3")),
            (["--set", "amount=3"], 2, ()), (["--load", "numbers=x.npy"], 2, ())):
        result = check("--project", *words)
        expect(result.code == code, result, f"exit status {code}")
        for line in lines:
            expect(line in result.out, result, f"'{line}'")
    lacking = check("--project", program=SUMS)
    expect(lacking.code == 2 and "has no project" in lacking.err, lacking, "exit status 2, and why")
    expect("--check --project\n" in check().out, "wb_tiny --check", "how to check the project")


def test_broken_shader():
    """A pitfall whose shader does not compile shows nothing."""
    shutil.copytree(os.path.join(SOURCE, "shaders"), path("shaders"))
    variants = listing(SUMS)["variants"]
    kernels = [variant["kernel"] for variant in variants]
    name, kernel = next((variant["name"], variant["kernel"]) for variant in variants
                        if variant["kind"] == "broken" and kernels.count(variant["kernel"]) == 1)
    good = check(program=SUMS, changes={"WB_SHADERS": path("shaders")})
    expect_good(good)
    expect(re.search(f"^broken   {name} ", good.out, re.M), good, f"{name} to fail, as it should")
    with open(path("shaders", kernel), "a", encoding="utf-8") as file:
        file.write("no_such_thing;\n")
    result = check(program=SUMS, changes={"WB_SHADERS": path("shaders")})
    expect(result.code == 1, result, "exit status 1")
    expect(re.search(rf"^FAILED   {name} +could not run: .*{re.escape(kernel)}", result.out, re.M), result,
           f"'FAILED {name} could not run', with the file")
    expect(len(re.findall("^FAILED", result.out, re.M)) == 1, result, "nothing else to fail")


def test_needless_barrier():
    """The test that leaves out barriers has to report a barrier that is not needed."""
    for mode in ((), ("--check",)):
        result = run([TINY, "--headless", "--variant", "needless", "--frames", "2", "--drop-each-barrier", *mode])
        expect(result.code == 1, result, "exit status 1")
        expect(re.search(r"not noticed add:0:GL_UNIFORM_BARRIER_BIT\nneedless +1 barriers and bits left out, 1 not noticed\n",
                         result.out), result, "the barrier to go unnoticed")
        expect("superfluous barrier" in result.err, result, "advice on the barrier, from the run as it is")
    result = run([TINY, "--headless", "--variant", "right", "--frames", "2", "--drop-each-barrier"])
    expect(result.code == 1 and "right            0 barriers and bits left out" in result.out, result,
           "a variant without barriers to fail")


# ---- What a run leaves behind --------------------------------------------------------------------

def test_picture():
    """A run that was asked for nothing leaves its picture, one that was asked for data does not."""
    def files(*words):
        directory = path("run")
        shutil.rmtree(directory, ignore_errors=True)
        os.mkdir(directory)
        result = run([TINY, "--headless", *words], cwd=directory)
        expect_good(result)
        return set(os.listdir(directory)), result
    for words in ((), ("--frames", "2"), ("--seed", "2", "--profile")):
        found, result = files(*words)
        expect(found == {"wb_tiny.png"} and "wrote wb_tiny.png\n" in result.out, result,
               f"wb_tiny.png, and a line that says so, not {found}")
    for words, wanted in ((("--hash",), set()), (("--json", "a.json"), {"a.json"}),
                          (("--dump", "numbers=a.csv"), {"a.csv"}), (("--screenshot", "a.png"), {"a.png"})):
        found, result = files(*words)
        expect(found == wanted, result, f"{wanted or 'no file'}, not {found}")
    result = run([TINY, "--check", "--variant", "right"], cwd=path("run"))
    expect(os.listdir(path("run")) == ["a.png"], result, "no picture of a check")


def test_json():
    result = run([TINY, "--headless", "--json", "a.json", "--frames", "3"])
    expect_good(result)
    found = read_json("a.json")
    expect(found["lesson"] == "wb_tiny" and found["variant"] == "right" and found["frames"] == 3, result,
           "lesson, variant and frames in a.json")
    expect([one["name"] for one in found["passes"]] == ["add"], result, "the pass in a.json")


def test_json_on_stdout():
    """Nothing but JSON, whatever the mode; and no file of that name."""
    os.mkdir(path("stdout"))
    for words in (["--headless", "--frames", "1"], ["--check", "--variant", "right", "--kernels"], ["--list"]):
        result = run([TINY, *words, "--json", "-"], cwd=path("stdout"))
        expect_good(result)
        expect(result.out.startswith("{") and json.loads(result.out)["lesson"] == "wb_tiny", result, "JSON, and nothing beside it")
    expect(not os.path.exists(path("stdout", "-")), result, "no file of that name")


def tiny(*words, **more):
    return run([TINY, "--headless", "--frames", "1", *words], **more)


def test_links():
    """A link stays one, what it leads to keeps its permissions, and a device or a pipe is written as it is."""
    os.mkdir(path("links"))
    here = path("links")
    os.symlink("new.csv", path("links", "to_new.csv"))
    os.symlink(path("links", "old.csv"), path("links", "to_old.csv"))
    os.symlink("to_old.csv", path("links", "again.csv"))
    with open(path("links", "old.csv"), "w", encoding="utf-8") as file:
        file.write("old")
    os.chmod(path("links", "old.csv"), 0o600)
    result = tiny("--dump", "numbers=to_new.csv", "--json", "/dev/stdout", cwd=here)
    expect_good(result)
    expect('"lesson": "wb_tiny"' in result.out and os.path.islink("/dev/stdout"), result, "JSON on stdout, which stays")
    result = tiny("--dump", "numbers=again.csv", cwd=here)
    expect_good(result)
    expect(all(os.path.islink(path("links", name)) for name in ("to_new.csv", "to_old.csv", "again.csv")), result,
           "links to stay links")
    expect(read("links/new.csv") == read("links/old.csv") == b"1\n2\n3\n", result, "what they lead to, written")
    expect(os.stat(path("links", "old.csv")).st_mode & 0o777 == 0o600, result, "the permissions of the old file")
    expect(len(os.listdir(here)) == 5, result, f"no file left over: {os.listdir(here)}")
    with open(path("out.txt"), "w", encoding="utf-8") as file:
        subprocess.run([TINY, "--headless", "--frames", "1", "--json", "/dev/stdout", "--hash"], stdout=file,
                       env=environment(), check=False)
    expect(re.search(rb'hash \w+\n.*"lesson": "wb_tiny"', read("out.txt"), re.S), "--json /dev/stdout > out.txt",
           "text and JSON in the same file")


def test_others_are_written():
    """One result that cannot be written takes no other along."""
    result = tiny("--screenshot", "other.png", "--dump", "numbers=/dev/full", "--dump", "numbers=other.csv", "--hash",
                  "--json", "other.json")
    expect(result.code == 2 and "/dev/full" in result.err, result, "a device has no extension")
    os.symlink("/dev/full", path("full.csv"))
    result = tiny("--screenshot", "other.png", "--dump", "numbers=full.csv", "--dump", "numbers=other.csv", "--hash",
                  "--json", "other.json")
    expect(result.code == 1 and len(result.errors()) == 1, result, "exit status 1 and one message")
    expect("cannot write full.csv: No space left on device" in result.err, result, "what is wrong")
    expect(re.search("^hash ", result.out, re.M), result, "the hash")
    for name in ("other.png", "other.csv", "other.json"):
        expect(os.path.exists(path(name)), result, name)


def test_full_disk():
    """One of 64 KB, in a name space of its own, where anybody may mount: the reason is said, and nothing is left over."""
    os.mkdir(path("disk"))
    full = ["unshare", "-rm", "sh", "-c", 'mount -t tmpfs -o size=64k none "$0" && cd "$0" && "$@"; code=$?; ls -A; exit $code', path("disk")]
    if run([*full, "true"]).code != 0:
        print("left out: a full disk; nothing can be mounted here")
        return
    for words in (["--dump", "cells=a.npy"], ["--dump", "cells=a.csv"], ["--size", "900x900", "--screenshot", "a.png"]):
        result = run([*full, LIFE, "--headless", "--frames", "1", *words])
        expect(result.code == 1 and f"cannot write {words[-1].split('=')[-1]}: No space left on device" in result.err, result, "the reason")
        expect(not re.search(r"^a\.|\.tmp$", result.out, re.M), result, "an empty disk")


def test_stdout():
    """Results that cannot be written make a run fail."""
    for words in (["--list"], ["--help"], ["--version"], ["--list", "--json", "-"], ["--check", "--variant", "right"],
                  ["--headless", "--frames", "1", "--hash"]):
        for redirection in (">/dev/full", ">&-"):
            result = run(["sh", "-c", f'exec "$@" {redirection}', "sh", TINY, *words])
            expect(result.code == 1 and len(result.errors()) == 1 and "cannot write to stdout" in result.err, result,
                   f"exit status 1 and one message, with {redirection}")
    picture = os.path.join(SOURCE, "screenshots", "04_life.png")
    for words, code in ((["wb_compare", picture, picture], 2), (["wb_doctor"], 1)):
        result = run(["sh", "-c", 'exec "$@" >/dev/full', "sh", os.path.join(BIN, words[0]), *words[1:]])
        expect(result.code == code and "cannot write to stdout" in result.err, result, f"exit status {code} and a message")
    result = run(["sh", "-c", 'exec "$@" >&- 2>&-', "sh", TINY, "--headless", "--frames", "1", "--dump",
                  "numbers=closed.csv"])
    expect(read("closed.csv") == b"1\n2\n3\n", result, "no message in a file")


def test_ended():
    """A run that is asked to end leaves no half-written file, and none of another name."""
    os.mkdir(path("ended"))
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        program = subprocess.Popen([LIFE, "--headless", "--frames", "0", "--set", "width=5000", "--set", "height=4000",
                                    "--dump", "cells=large.csv"], cwd=path("ended"), env=environment(),
                                   stdout=subprocess.DEVNULL)
        while program.poll() is None and not any(os.stat(path("ended", name)).st_size > 0
                                                 for name in os.listdir(path("ended"))):
            time.sleep(0.01)
        program.send_signal(number)
        expect(program.wait() == -number, LIFE, f"ended by signal {number}, not {program.returncode}")
        expect(os.listdir(path("ended")) == [], LIFE, f"no file left over: {os.listdir(path('ended'))}")


def test_recording():
    """A second recording into the same directory is that alone."""
    expect_good(run([TINY, "--headless", "--frames", "4", "--record", "film"]))
    with open(path("film", "frame_00009.png"), "w", encoding="utf-8"):
        pass  # not one of them
    result = run([TINY, "--headless", "--frames", "2", "--record", "film"])
    expect_good(result)
    expect("removed 2 pictures" in result.err, result, "a note")
    expect(sorted(os.listdir(path("film"))) == ["frame_00000.png", "frame_00001.png", "frame_00009.png"], result,
           "two pictures, and what is not ours")


def test_every():
    """Of --every 3 the pictures are those of frames 3 and 6."""
    small_life = ["--set", "width=60", "--set", "height=40", "--size", "60x40"]
    expect_good(life(*small_life, "--frames", "7", "--record", "third", "--every", "3"))
    expect(sorted(os.listdir(path("third"))) == ["frame_00000.png", "frame_00001.png"], "third", "two pictures")
    for number, frames in enumerate(("3", "6")):
        result = life(*small_life, "--frames", frames, "--screenshot", "one.png")
        expect(read("one.png") == read(f"third/frame_0000{number}.png"), result, f"picture {number} of --every 3")


def chunks(content):
    """Of a WebP file: names and contents."""
    expect(content[:4] + content[8:12] == b"RIFFWEBP", "an animation", "a WebP file")
    at = 12
    while at < len(content):
        size = int.from_bytes(content[at + 4:at + 8], "little")
        yield content[at:at + 4], content[at + 8:at + 8 + size]
        at += 8 + size + size % 2


def test_animation():
    """A name that ends in .webp is one file, in place of the one before, with nothing beside it."""
    small_life = ["--set", "width=60", "--set", "height=40", "--size", "60x40"]
    os.mkdir(path("animated"))
    write("animated/life.webp", "what was there before")
    lacking = life(*small_life, "--frames", "2", "--record", "animated/life.webp", changes={"PATH": path("animated")})
    expect_refusal(lacking, 77, "img2webp", "apt-get install webp")
    expect(read("animated/life.webp") == b"what was there before", lacking, "the old file")
    os.mkdir(path("stub"))
    write("stub/img2webp", '#!/bin/sh\n[ "$1" != words ] || { echo no room for it >&2; exit 1; }\n')
    os.chmod(path("stub", "img2webp"), 0o755)
    failing = life(*small_life, "--frames", "2", "--record", "animated/life.webp", changes={"PATH": path("stub")})
    expect_refusal(failing, 1, "no room for it")
    expect(read("animated/life.webp") == b"what was there before", failing, "the old file")
    if shutil.which("img2webp"):
        result = life(*small_life, "--frames", "9", "--every", "3", "--record", "animated/life.webp")
        expect_good(result)
        found = list(chunks(read("animated/life.webp")))
        frames = [chunk for name, chunk in found if name == b"ANMF"]
        expect([int.from_bytes(frame[12:15], "little") for frame in frames] == [50] * 3, result, "three pictures of 50 ms")
        width, height = (1 + int.from_bytes(dict(found)[b"VP8X"][at:at + 3], "little") for at in (4, 7))
        expect((width, height) == (60, 40), result, f"60 x 40 pixels, not {width} x {height}")
    for number in (signal.SIGINT, signal.SIGKILL):
        program = subprocess.Popen([LIFE, "--frames", "1000000", *small_life, "--record", "animated/life.webp"], cwd=path(),
                                   env=environment({"PATH": path("stub")}), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        while program.poll() is None and not any(name.startswith("life.webp.") for name in os.listdir(path("animated"))):
            time.sleep(0.01)
        program.send_signal(number)
        program.communicate()  # what tidies up holds stderr until it has done so
        expect(program.returncode == -number, LIFE, f"ended by signal {number}, not {program.returncode}")
    expect(os.listdir(path("animated")) == ["life.webp"], LIFE, f"no picture left over: {os.listdir(path('animated'))}")


test_one_variant()
test_all()
test_project()
test_broken_shader()
test_needless_barrier()
test_picture()
test_json()
test_json_on_stdout()
test_links()
test_others_are_written()
test_full_disk()
test_stdout()
test_ended()
test_recording()
test_every()
test_animation()
finish()
