#!/usr/bin/env python3
"""Renders the lessons' reference scenes and compares them with the pictures in screenshots/.

  shots.py --bin DIR [--out DIR] [--open] [LESSON...]
      All lessons, or these. Writes the new pictures, index.html (one page that needs nothing else,
      to look at what differs) and junit.xml (for CI systems) into --out, build/shots by default.
  shots.py --bin DIR [--out DIR] --accept NAME [--yes]
      Renders one picture and makes it the reference, after a question.

--bin is where the lessons and wb_compare are. A picture's NAME is its lesson's, 04_life, or the
lesson's and a variant's, 04_life.packed; its reference is screenshots/NAME.png. Whether two
pictures are the same is for wb_compare to decide.

Exit: 0 all the same, 1 a picture differs or could not be made, 2 wrong usage, 77 no OpenGL 4.3.
"""
import argparse
import base64
import contextlib
import datetime
import json
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import xml.etree.ElementTree as xml
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REFERENCES = ROOT / "screenshots"
TIMEOUT_S = 300  # of one picture; a slow machine without a GPU needs a few seconds
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
LACKING = 77  # the exit status of a lesson on a machine without OpenGL 4.3
AT_ONCE = min(4, os.cpu_count() or 1)  # programs; more would want much of a GPU's memory

# What wb_compare prints behind the outcome, if the pictures have one size.
COMPARISON = re.compile(
    r"largest difference (?P<largest>\d+) of 255; (?P<share>[\d.]+ %) of the pixels differ by more "
    r"than (?P<tolerance>\d+) \(allowed: (?P<allowed>[\d.]+ %)\)(?:, the first at (?P<first>[^;]*))?"
    r"; FLIP (?P<flip>[\d.]+)")

# The outcomes, in the words of the terminal, the page and the XML.
SAME, DIFFERENT, NO_REFERENCE, NOT_RENDERED, NOT_COMPARED = (
    "same", "different", "no reference", "not rendered", "not compared")


children, lock, is_ending = set(), threading.RLock(), False  # the programs that run


class Ended(BaseException):
    """A request to end, by the signal that it holds."""


class Lacking(Exception):
    """This machine has no OpenGL 4.3: no lesson will run. Holds what the lesson said about it."""


class Shot:
    """One picture: how it is made, and what came out."""

    def __init__(self, name, out):
        self.name = name
        self.lesson, _, self.variant = name.partition(".")
        self.reference = REFERENCES / f"{name}.png"
        self.result = out / f"{name}.png"
        self.difference = None  # the bytes of a PNG, where there is one
        self.gl = ""  # GPU and driver, as the lesson names them
        self.outcome = None
        self.message = ""  # one line that says more than the outcome
        self.output = ""  # what the program that failed has printed
        self.seconds = 0.0

    def failed(self):
        return self.outcome != SAME

    def line(self):
        outcome = self.outcome.upper() if self.failed() else self.outcome
        return f"{outcome}: {self.message}"


# ---- Rendering and comparing -------------------------------------------------------------------

def run(command):
    """Exit status (None: it could not be started, or did not end), stdout, stderr."""
    with lock:
        if is_ending:
            return None, "", ""
        try:
            child = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                     stderr=subprocess.PIPE, text=True, errors="replace")
        except OSError as error:
            return None, "", f"{command[0]} could not be started: {error.strerror}"
        children.add(child)
    try:
        out, errors = child.communicate(timeout=TIMEOUT_S)
        return child.returncode, out, errors
    except subprocess.TimeoutExpired:
        child.kill()
        child.communicate()
        return None, "", f"{command[0]} was stopped after {TIMEOUT_S} s"
    finally:
        children.discard(child)


def end_children():
    """No program outlives us, and none starts any more."""
    global is_ending
    with lock:
        is_ending = True
        for child in list(children):
            child.terminate()  # not kill(): it would leave a file half written


def options_of(lesson, variant):
    """Of a picture's run: what the lesson's tests.json says of its own picture, or of its variant's."""
    about = ROOT / "lessons" / lesson / "tests.json"
    its = json.loads(about.read_text(encoding="utf-8")).get("pictures", {}) if about.exists() else {}
    if variant:
        its = its.get("of", {}).get(variant, {})
    settings = [word for setting in its.get("set", "").split() for word in ("--set", setting)]
    return (["--variant", variant] if variant else []) + settings + (["--frames", its["frames"]] if "frames" in its else [])


def render(shot, bin_directory):
    """Writes shot.result. False if there is none, and shot says why."""
    shot.result.unlink(missing_ok=True)  # a picture from last time must not pass for this one's
    with tempfile.TemporaryDirectory() as directory:
        numbers = Path(directory, "numbers.json")
        command = [bin_directory / shot.lesson, "--headless", "--screenshot", shot.result,
                   "--json", numbers]
        status, _, errors = run(command + options_of(shot.lesson, shot.variant))
        if status == LACKING:
            raise Lacking(errors)
        if status == 0:
            shot.gl = json.loads(numbers.read_text(encoding="utf-8"))["gl"]
            return True
    shot.outcome, shot.output = NOT_RENDERED, errors
    shot.message = ending(status)
    return False


def ending(status):
    if status is None:
        return "did not run to its end"
    return f"killed by signal {-status}" if status < 0 else f"exit status {status}"


def compare(shot, bin_directory):
    """Sets shot's outcome."""
    if not shot.reference.exists():
        shot.outcome = NO_REFERENCE
        shot.message = (f"look at {shown(shot.result)}, and if it is right: "
                        f"./wb shots --accept {shot.name}")
        return
    with tempfile.TemporaryDirectory() as directory:
        difference = Path(directory, "difference.png")
        status, output, errors = run([bin_directory / "wb_compare", shot.reference, shot.result,
                                      "--difference", difference])
        if difference.exists():
            shot.difference = difference.read_bytes()
    if status in (0, 1):
        shot.outcome = SAME if status == 0 else DIFFERENT
        shot.message = output.strip().partition(": ")[2]  # behind the outcome
    else:
        shot.outcome, shot.output = NOT_COMPARED, errors
        shot.message = f"wb_compare: {ending(status)}"


def shoot(shot, bin_directory):
    start = time.monotonic()
    if render(shot, bin_directory):
        compare(shot, bin_directory)
    shot.seconds = time.monotonic() - start


def shoot_all(shots, bin_directory):
    """Some at a time. Yields each when it is done, in their order."""
    pool = ThreadPoolExecutor(AT_ONCE)
    try:
        jobs = [pool.submit(shoot, shot, bin_directory) for shot in shots]
        for shot, job in zip(shots, jobs):
            job.result()
            yield shot
    finally:
        pool.shutdown(cancel_futures=True)


def lessons():
    """Without lesson 00, whose programs are not the workbench's and draw no reference pictures."""
    return sorted(path.name for path in (ROOT / "lessons").glob("[0-9][0-9]_*")
                  if path.is_dir() and not path.name.startswith("00_"))


def picture_names(lesson):
    """A lesson has a picture of its own, and one of each variant that has a reference."""
    return [lesson, *sorted(path.stem for path in REFERENCES.glob(f"{lesson}.*.png"))]


@contextlib.contextmanager
def whole(path):
    """A name to write to, which becomes `path` if that goes well: a file is never half written."""
    unfinished = path.with_name(path.name + ".tmp")
    try:
        yield unfinished
        unfinished.replace(path)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        unfinished.unlink(missing_ok=True)


# ---- The terminal ------------------------------------------------------------------------------

def shown(path):
    """As it is typed in the current directory."""
    return os.path.relpath(path)


def say(text):
    print(f"shots: {text}", file=sys.stderr)


def print_shot(shot):
    print(f"{shot.name + '.png':<32} {shot.line()}", flush=True)
    if shot.output:
        print(shot.output.rstrip("\n"), file=sys.stderr, flush=True)


# ---- The page ----------------------------------------------------------------------------------

def picture(png):
    """What the page needs of a picture: its address, which is the picture itself, and its size."""
    width, height = struct.unpack(">II", png[16:24]) if len(png) >= 24 else (0, 0)
    return {"url": "data:image/png;base64," + base64.b64encode(png).decode(),
            "width": width, "height": height}


def page_entry(shot):
    pictures = {}
    if shot.reference.exists():
        pictures["reference"] = picture(shot.reference.read_bytes())
    if shot.result.exists():
        pictures["result"] = picture(shot.result.read_bytes())
    if shot.difference:
        pictures["difference"] = picture(shot.difference)
    numbers = COMPARISON.fullmatch(shot.message)
    gpu, _, driver = shot.gl.partition(", OpenGL ")
    return {"name": shot.name, "lesson": shot.lesson, "variant": shot.variant,
            "outcome": shot.outcome, "failed": shot.failed(), "message": shot.message,
            "output": shot.output, "gpu": gpu, "driver": driver and "OpenGL " + driver,
            "pictures": pictures,
            "numbers": numbers and numbers.groupdict()}


def write_page(path, shots):
    data = {"shots": [page_entry(shot) for shot in shots],
            "date": datetime.datetime.now().strftime("%d %B %Y, %H:%M").lstrip("0")}
    # A `<` could end the script that the data stands in.
    text = json.dumps(data).replace("<", "\\u003c")
    template = Path(__file__).with_suffix(".html").read_text(encoding="utf-8")
    with whole(path) as unfinished:
        unfinished.write_text(template.replace("/* DATA */ {}", text), encoding="utf-8")


# ---- JUnit XML ---------------------------------------------------------------------------------

def printable(text):
    """XML has no way to write other control characters, such as those that colour a terminal."""
    return re.sub(r"[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "?", text)


def write_junit(path, shots):
    failures = [shot for shot in shots if shot.failed()]
    suite = xml.Element("testsuite", name="pictures", tests=str(len(shots)),
                        failures=str(len(failures)), errors="0",
                        time=f"{sum(shot.seconds for shot in shots):.3f}")
    properties = xml.SubElement(suite, "properties")
    for gl in drivers(shots):
        xml.SubElement(properties, "property", name="gl", value=printable(gl))
    for shot in shots:
        case = xml.SubElement(suite, "testcase", classname=shot.lesson, name=shot.name,
                              time=f"{shot.seconds:.3f}")
        numbers = COMPARISON.fullmatch(shot.message)
        if numbers:
            measured = xml.SubElement(case, "properties")
            for name in ("share", "flip"):
                xml.SubElement(measured, "property", name=name, value=numbers[name])
        if shot.failed():
            failure = xml.SubElement(case, "failure", type=shot.outcome,
                                     message=printable(f"{shot.outcome}: {shot.message}"))
            failure.text = printable(shot.output)
    tree = xml.ElementTree(suite)
    xml.indent(tree)
    with whole(path) as unfinished:
        tree.write(unfinished, encoding="utf-8", xml_declaration=True)


def drivers(shots):
    return sorted({shot.gl for shot in shots if shot.gl})


# ---- Commands ----------------------------------------------------------------------------------

def report(names, bin_directory, out):
    """Renders all, and writes page and XML. The exit status."""
    page, junit = out / "index.html", out / "junit.xml"
    for path in (page, junit):
        path.unlink(missing_ok=True)  # if this ends early, the old ones are not taken for new
    shots = [Shot(name, out) for name in names]
    for shot in shoot_all(shots, bin_directory):
        print_shot(shot)
    write_page(page, shots)
    write_junit(junit, shots)
    failed = sum(shot.failed() for shot in shots)
    print(f"{len(shots)} picture{'s'[:len(shots) != 1]}, {failed} failed; "
          + ("; ".join(drivers(shots)) or "no lesson ran"))
    print(f"page: {shown(page)}")
    return 1 if failed else 0


def accept(name, bin_directory, out, answered_yes):
    """Renders one, and makes it the reference. The exit status."""
    shot = Shot(name, out)
    shoot(shot, bin_directory)
    if shot.outcome == NOT_RENDERED:
        print_shot(shot)
        return 1
    print(f"old: {shown(shot.reference) if shot.reference.exists() else 'none'}")
    print(f"new: {shown(shot.result)}")
    if shot.outcome != NO_REFERENCE:
        print_shot(shot)
    if not answered_yes and not confirmed(f"take the new {name}.png as the reference? [y/N] "):
        print("the reference stays as it was")
        return 1
    REFERENCES.mkdir(exist_ok=True)
    with whole(shot.reference) as unfinished:
        shutil.copyfile(shot.result, unfinished)
    print(f"{shown(shot.reference)} is the new picture")
    return 0


def confirmed(question):
    try:
        return input(question).strip().lower() in ("y", "yes")
    except EOFError:
        print()
        return False


def open_page(page):
    """In the browser, which may outlive us."""
    try:
        subprocess.Popen(["xdg-open", page], start_new_session=True, stdin=subprocess.DEVNULL,
                         stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except FileNotFoundError:
        say(f"there is no xdg-open (package xdg-utils). Open {shown(page)} in a browser")


def arguments():
    usage = __doc__.split("\n\n", 1)
    parser = argparse.ArgumentParser(description=usage[0], epilog=usage[1], allow_abbrev=False,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=Path, required=True, metavar="DIR")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "shots", metavar="DIR")
    parser.add_argument("--open", action="store_true")
    parser.add_argument("--accept", metavar="NAME")
    parser.add_argument("--yes", action="store_true")
    parser.add_argument("lessons", nargs="*", metavar="LESSON")
    args = parser.parse_args()

    if args.accept is not None:
        args.accept = args.accept.removesuffix(".png")
        if not re.fullmatch(r"[\w-]+(\.[\w-]+)?", args.accept):
            parser.error(f"'{args.accept}' is not a picture's name, which is LESSON or LESSON.VARIANT")
        if args.lessons or args.open:
            parser.error("--accept takes one NAME, and neither a LESSON nor --open")
        if not args.yes and not sys.stdin.isatty():
            parser.error(f"--accept {args.accept} would ask a question, but there is no terminal to"
                         " answer on. Look at the picture, then add --yes")
    elif args.yes:
        parser.error("--yes goes with --accept NAME")
    named = args.lessons if args.accept is None else [args.accept.partition(".")[0]]
    for lesson in named:
        if lesson not in lessons():
            parser.error(f"there is no lesson '{lesson}'. There are: {' '.join(lessons())}")
    return args


def carry_out(args, bin_directory, out):
    if args.accept is not None:
        return accept(args.accept, bin_directory, out, args.yes)
    names = [name for lesson in args.lessons or lessons() for name in picture_names(lesson)]
    status = report(names, bin_directory, out)
    if args.open:
        open_page(out / "index.html")
    return status


def end(number, _):
    for each in ENDING:
        signal.signal(each, signal.SIG_IGN)  # once is enough
    end_children()
    raise Ended(number)


def until_ended(work):
    """Does the work, and returns its exit status. A request to end meanwhile leaves no program running, and shows no words
    of Python."""
    for number in ENDING:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, end)
    try:
        return work()
    except OSError as error:
        say(f"cannot write {error.filename or 'to stdout'}: {error.strerror}")
        sys.stdout = None  # which would be tried once more at the end
        return 1
    except Ended as ended:
        signal.signal(ended.args[0], signal.SIG_DFL)
        os.kill(os.getpid(), ended.args[0])
        return 1


def main():
    args = arguments()
    bin_directory, out = args.bin.resolve(), args.out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    try:
        return carry_out(args, bin_directory, out)
    except Lacking as lacking:
        sys.stderr.write(str(lacking))
        return LACKING


if __name__ == "__main__":
    sys.exit(until_ended(main))
