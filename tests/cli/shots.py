#!/usr/bin/env python3
"""tools/shots.py: what it prints, its XML, its exit status, and how it takes a new reference."""
import os
import pty
import resource
import shutil
import signal
import subprocess
import xml.etree.ElementTree as xml

from common import BIN, environment, expect, expect_refusal, finish, path, read, run, write
from course import Course, plain

GREY, RED = plain(20, 10, 90, 90, 90), plain(20, 10, 200, 0, 0)
NEARLY_GREY = plain(20, 10, 92, 88, 90)  # within the tolerance of 2


def shots(course, *words, **more):
    return run(course.command(*words), **more)


def junit(course):
    return xml.parse(os.path.join(course.out, "junit.xml")).getroot()


def expect_report(result, course, code, lines):
    """The exit status, and lines that begin like this, one for each picture."""
    expect(result.code == code, result, f"exit status {code}")
    printed = result.out.splitlines()
    expect(len(printed) == len(lines) + 2, result, f"{len(lines)} pictures, the sum and the page")
    for wanted, line in zip(lines, printed):
        expect(" ".join(line.split()).startswith(wanted), result, f"a line '{wanted}...'")
    page = printed[-1].removeprefix("page: ")
    expect(os.path.exists(path(page)), result, "the page where it says")
    suite = junit(course)
    failures = [case.get("name") for case in suite if case.find("failure") is not None]
    wanted = [line.split(".png ")[0] for line in lines if ".png same" not in line]
    expect(failures == wanted, result, f"failures of {wanted} in the XML, not of {failures}")
    expect(suite.get("tests") == str(len(lines)) and suite.get("failures") == str(len(wanted)),
           result, "their numbers in the XML")


def test_same():
    course = Course("same")
    course.add("01_a", GREY, GREY)
    course.add("01_a.fast", GREY, NEARLY_GREY)
    course.add("02_b", RED, RED)
    write(course.file("screenshots", "window.png"), "not a lesson's")
    result = shots(course)
    expect_report(result, course, 0, ["01_a.png same: largest difference 0 of 255",
                                      "01_a.fast.png same: largest difference 2 of 255",
                                      "02_b.png same"])
    driver = "Pretended GPU, OpenGL 4.3 Pretended driver 1.0"
    expect(result.out.splitlines()[-2] == f"3 pictures, 0 failed; {driver}", result, "the sum")
    expect(junit(course).find("properties/property").get("value") == driver, result,
           "the driver in the XML")
    measured = [case.find("properties/property[@name='flip']").get("value") for case in junit(course).iter("testcase")]
    expect(measured[0] == measured[2] == "0.00000" and 0.0 < float(measured[1]) < 0.1, result,
           f"FLIP in the XML, not {measured}")
    expect(result.out.splitlines()[0].endswith("; FLIP 0.00000"), result, "FLIP at the end of the line")
    expect('"flip": "0.00000"' in read(os.path.join(course.out, "index.html")).decode(), result, "FLIP on the page")
    result = shots(course, "02_b", "--out", "elsewhere")
    expect(result.code == 0 and len(result.out.splitlines()) == 3, result, "one lesson only")
    expect(os.path.exists(path("elsewhere", "index.html")), result, "the page in --out")


def test_compare():
    """The program that compares, by itself."""
    program = os.path.join(BIN, "wb_compare")
    result = run([program, "--help"])
    expect(result.code == 0 and result.out.startswith("usage: wb_compare EXPECTED.png ACTUAL.png")
           and "FLIP" in result.out and "exit status" in result.out and not result.err, result, "a text that helps")
    expect_refusal(run([program, "one.png"]), 2, "usage: wb_compare", "--help")
    write("black.png", plain(20, 10, 0, 0, 0)), write("white.png", plain(20, 10, 255, 255, 255))
    result = run([program, "black.png", "white.png"])
    expect(result.code == 1 and result.out.rstrip().endswith("the first at column 0, row 0; FLIP 0.96739"), result,
           "black and white far apart")


def test_failures():
    course = Course("failures")
    course.add("01_differs", GREY, RED)
    course.add("02_no_reference", GREY)
    course.add("03_size", GREY, plain(20, 11, 90, 90, 90))
    course.add("04_fails", GREY, GREY, also=r"printf 'error: </script> \033[1m bad\n' >&2; exit 1")
    course.add("05_killed", GREY, GREY, also="kill -SEGV $$")
    course.add("06_bad_reference", GREY, b"not a picture")
    course.add("07_good", GREY, GREY)
    course.add("08_not_built", GREY, GREY)
    os.remove(course.file("bin", "08_not_built"))
    os.makedirs(course.out)
    write(os.path.join(course.out, "04_fails.png"), GREY)  # from last time
    result = shots(course)
    expect_report(result, course, 1, [
        "01_differs.png DIFFERENT: largest difference 110 of 255; 100.0000 %",
        "02_no_reference.png NO REFERENCE: look at failures/build/shots/02_no_reference.png, and if"
        " it is right: ./wb shots --accept 02_no_reference",
        "03_size.png DIFFERENT: expected 20 x 11 pixels, got 20 x 10",
        "04_fails.png NOT RENDERED: exit status 1",
        "05_killed.png NOT RENDERED: killed by signal 11",
        "06_bad_reference.png NOT COMPARED: wb_compare: exit status 2",
        "07_good.png same",
        "08_not_built.png NOT RENDERED: did not run to its end"])
    expect("</script>" in result.err, result, "the lesson's message on stderr")
    expect("08_not_built could not be started" in result.err, result, "why it did not start")
    text = junit(course).find("testcase[@name='04_fails']/failure").text
    expect(text == "error: </script> ?[1m bad\n", result, f"the message in the XML, not {text!r}")
    page = read(os.path.join(course.out, "index.html")).decode()
    expect(page.count("</script>") == 1, result, "a page that no message breaks")


def test_parameters():
    """A lesson's own picture has the parameters of its tests.json; that of a variant does not."""
    course = Course("parameters")
    also = 'case "$variant $all" in " "*"--set a=1 --set b=2 --frames 7") ;; .*--set*|" "*) exit 1 ;; esac'
    for name in ("01_a", "01_a.fast"):
        course.add(name, GREY, GREY, also=also)
    write(course.file("lessons", "01_a", "tests.json"), '{"pictures": {"set": "a=1 b=2", "frames": 7}}')
    expect_report(shots(course), course, 0, ["01_a.png same", "01_a.fast.png same"])


def test_no_opengl():
    course = Course("no_opengl")
    course.add("01_a", GREY, GREY)
    shots(course)
    course.add("01_a", GREY, GREY, also="echo 'error: OpenGL 4.3 core is needed' >&2; exit 77")
    course.add("02_b", GREY, GREY)
    expect_refusal(shots(course), 77, "OpenGL 4.3 core is needed")
    expect(not os.path.exists(os.path.join(course.out, "index.html")), course.out,
           "no page from last time")


def test_usage():
    course = Course("usage")
    course.add("01_a", GREY, RED)
    for words, part in ((["05_e"], "no lesson '05_e'"), (["--yes"], "--accept NAME"),
                        (["--accept", "05_e.fast", "--yes"], "no lesson '05_e'"),
                        (["--accept", "01_a./x", "--yes"], "'01_a./x' is not a picture's name"),
                        (["--accept", "01_a", "01_a", "--yes"], "one NAME"),
                        (["--accept", "01_a", "--open", "--yes"], "--open"),
                        (["--accept", "01_a"], "no terminal"), (["--fast"], "--fast")):
        result = shots(course, *words)
        expect(result.code == 2 and part in result.err, result, f"exit status 2 and '{part}'")
    expect(read(course.file("screenshots", "01_a.png")) == RED, course.root, "the old reference")


def accept_on_terminal(course, name, answer):
    """Exit status and what is shown."""
    ours, theirs = pty.openpty()
    os.write(ours, answer)
    done = subprocess.run(course.command("--accept", name), stdin=theirs, env=environment(),
                          stdout=subprocess.PIPE, text=True, timeout=60, cwd=path())
    os.close(ours), os.close(theirs)
    return done.returncode, done.stdout


def test_accept():
    course = Course("accept")
    course.add("01_a", GREY, RED)
    course.add("01_a.fast", GREY)
    reference = course.file("screenshots", "01_a.png")
    end_of_file = b"\4"
    for answer in (b"n\n", b"\n", end_of_file):
        code, out = accept_on_terminal(course, "01_a", answer)
        where = f"{out}(answer {answer})"
        expect(code == 1 and read(reference) == RED, where, "the old reference, and exit status 1")
        for part in ("old: accept/screenshots/01_a.png", "new: accept/build/shots/01_a.png",
                     "DIFFERENT: largest difference 110", "[y/N]"):
            expect(part in out, where, part)
    code, out = accept_on_terminal(course, "01_a", b"y\n")
    expect(code == 0 and read(reference) == GREY, out, "the new reference, and exit status 0")

    result = shots(course, "--accept", "01_a.fast", "--yes")  # a new one
    expect(result.code == 0 and "old: none" in result.out, result, "exit status 0, and no old one")
    expect(read(course.file("screenshots", "01_a.fast.png")) == GREY, result, "a reference")
    expect(sorted(os.listdir(course.file("screenshots"))) == ["01_a.fast.png", "01_a.png"], result,
           "nothing else beside it")

    course.add("01_a", RED, GREY, also="echo 'error: no' >&2; exit 1")
    result = shots(course, "--accept", "01_a", "--yes")
    expect_refusal(result, 1, "error: no")
    expect(read(reference) == GREY, result, "the old reference")


def test_open():
    course = Course("open")
    course.add("01_a", GREY, GREY)
    os.makedirs(path("tools"))
    for tool in ("sh", "cp"):  # the lesson's
        os.symlink(shutil.which(tool), path("tools", tool))
    result = shots(course, "--open", changes={"PATH": path("tools")})
    expect(result.code == 0 and "there is no xdg-open" in result.err, result, "a message")
    opened = path("opened")
    os.chmod(write(path("tools", "xdg-open"), f'#!/bin/sh\necho "$1" >{opened}.new\n'
                   f'/bin/mv {opened}.new {opened}\n'), 0o755)
    result = shots(course, "--open", changes={"PATH": path("tools")})
    run(["/bin/sh", "-c", f"until [ -e {opened} ]; do sleep 0.05; done"])  # it is not waited for
    expect(read("opened").decode() == os.path.join(course.out, "index.html") + "\n", result,
           "xdg-open called with the page")


def no_room():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))


def test_no_room():
    """What cannot be written is told in a line, and nothing is left of it."""
    course = Course("room")
    course.add("01_a", GREY, GREY)
    result = shots(course, before=no_room)
    expect(result.code == 1 and result.err.count("\n") == 1 and "index.html: File too large" in result.err, result, "one line")
    expect(sorted(os.listdir(course.out)) == ["01_a.png"], result, f"no half a page: {os.listdir(course.out)}")
    result = shots(course, "--out", "/dev/null/out")
    expect(result.code == 1 and result.err.count("\n") == 1 and "/dev/null/out: Not a directory" in result.err, result, "one line")
    result = run(["sh", "-c", 'exec "$@" >/dev/full', "sh", *course.command()])
    expect(result.code == 1 and result.err == "shots: cannot write to stdout: No space left on device\n", result, "one line")


test_no_room()
test_same()
test_compare()
test_failures()
test_parameters()
test_no_opengl()
test_usage()
test_accept()
test_open()
finish()
