"""Runs a program on what a stranger has handed in: in a box of bubblewrap's, or without one.

In the box there is no network, no other process, no environment and no file of the user's: system libraries and programs, the
lesson's program, the course's shaders and the student's own, all read-only, and a folder in memory to write to. It has a user and processes of its own, and
limits on memory, processes, output and time. It ends, with all that was started in it, when its time is up or when this program ends.

Without the box, only time, output and the size of a file are limited, and all runs with the user's rights.
"""
import argparse
import os
import select
import shutil
import signal
import subprocess
import sys
import threading
import time

MOST_OUTPUT = 1 << 20   # bytes that a program may say
MOST_FILE = 1 << 26     # of a file that it writes
MOST_SPACE = 1 << 26    # of all files in the box
MOST_MEMORY = 1 << 32   # of addresses, in each process in the box
MOST_PROCESSES = 64 + 8 * os.cpu_count()  # and threads: llvmpipe and the machine start one for each core
INSIDE = "/student"     # where the student's files are in the box

TOO_LONG, TOO_MUCH = "time", "output"


class Ended:
    """`status`: a program's, or minus its signal; TOO_LONG or TOO_MUCH if it was ended. `output`: both streams together."""

    def __init__(self, status, output):
        self.status, self.output = status, output


class NoBox(Exception):
    pass


def system_folders():
    """/usr, and those beside it, which on most systems are links into it."""
    words = ["--ro-bind", "/usr", "/usr"]
    for path in ("/bin", "/sbin", "/lib", "/lib32", "/lib64"):
        if os.path.islink(path):
            words += ["--symlink", os.readlink(path), path]
        elif os.path.isdir(path):
            words += ["--ro-bind", path, path]
    for path in ("/etc/ld.so.cache", "/etc/alternatives", "/etc/glvnd"):
        words += ["--ro-bind-try", path, path]
    return words


def boxed(words, folders, writable=()):
    """The command that runs `words` in the box; `folders`: {place in the box: what is to be seen there}; `writable`: the same, and
    written to."""
    box = ["bwrap", "--unshare-user", "--unshare-all", "--disable-userns", "--die-with-parent", "--new-session", "--cap-drop", "ALL",
           "--uid", "65534", "--gid", "65534", "--hostname", "box", *system_folders(), "--proc", "/proc", "--remount-ro", "/proc",
           "--dev", "/dev", "--remount-ro", "/dev", "--size", str(MOST_SPACE), "--tmpfs", "/tmp"]
    for place, path in folders.items():
        box += ["--ro-bind", str(path), str(place)]
    for place, path in dict(writable).items():
        box += ["--bind", str(path), str(place)]
    limits = [f"--as={MOST_MEMORY}", f"--nproc={MOST_PROCESSES}", "--nofile=256"]
    return [*box, "--remount-ro", "/", "--chdir", "/tmp", "--", "prlimit", *limits, "--", *words]


def clean(shaders):
    """The environment in the box. Only the software driver works there: it has no device."""
    kept = {name: os.environ[name] for name in ("LP_NUM_THREADS",) if name in os.environ}
    return {"PATH": "/usr/bin:/bin", "HOME": "/tmp", "TMPDIR": "/tmp", "XDG_CACHE_HOME": "/tmp", "XDG_DATA_HOME": "/tmp",
            "LIBGL_ALWAYS_SOFTWARE": "1", "WB_SHADERS": shaders, **kept}


def try_box():
    """Raises NoBox, with the reason."""
    for tool, package in (("bwrap", "bubblewrap"), ("prlimit", "util-linux")):
        if shutil.which(tool) is None:
            raise NoBox(f"there is no {tool}, of Debian's package {package}")
    if os.getuid() == 0:
        print("grade: you are root, whose processes the system does not count, so answers in C are not run. Grade as another user", file=sys.stderr)
    ended = run(boxed(["true"], {}), clean(""), "/", 30.0)
    if ended.status != 0:
        raise NoBox(f"bwrap cannot make a box here: {' '.join(ended.output.split()) or ended.status}")


# If memory runs out, it is the one to go; and it writes no large files.
BEFORE = ("choom", "-n", "1000", "--", "prlimit", "--core=0", f"--fsize={MOST_FILE}", "--")
stopping = threading.Event()  # all that runs is ended, and nothing starts any more


def listen(process, limit_s):
    """What the process says, and None; or why it has to be ended."""
    end, said = time.monotonic() + limit_s, bytearray()
    while not stopping.is_set():
        # Asked first: what is then in the pipe is all, though those that it has left behind may hold the pipe open.
        has_ended = process.poll() is not None
        is_open = True
        if select.select([process.stdout], [], [], 0 if has_ended else 0.05)[0]:
            piece = os.read(process.stdout.fileno(), 1 << 16)
            said, is_open = said + piece, piece != b""
        elif has_ended:
            return said, None
        if not is_open and has_ended:
            return said, None
        if len(said) > MOST_OUTPUT:
            return said, TOO_MUCH
        if time.monotonic() > end:
            return said, TOO_LONG
        if not is_open:
            time.sleep(0.01)
    return said, TOO_LONG


def run(words, environment, directory, limit_s):
    """Ends all that it has started, however it ends itself."""
    process = None
    try:
        process = subprocess.Popen([*BEFORE, *words], cwd=directory, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, start_new_session=True)
        said, reason = listen(process, limit_s)
    finally:
        if process is not None:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
            process.stdout.close()
    return Ended(reason or process.returncode, bytes(said[:MOST_OUTPUT]).decode("utf-8", "replace"))


def run_boxed(words, folders, shaders, limit_s):
    ended = run(boxed(words, folders), clean(shaders), "/", limit_s)
    # These speak before the program does, and so cannot be imitated by it.
    if ended.output.startswith(("bwrap: ", "choom: ", "prlimit: ")):
        sys.exit(f"grade: {ended.output.strip()}")
    if isinstance(ended.status, int) and ended.status > 128:  # so bwrap passes a signal on
        ended.status = 128 - ended.status
    return ended


def main():
    """For the checks of tasks whose answer is a program of its own: box.py [--read PATH]... [--write DIR] [--limit S] -- WORD..."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--read", action="append", default=[])
    parser.add_argument("--write")
    parser.add_argument("--limit", type=float, default=60.0)
    parser.add_argument("words", nargs="+")
    given = parser.parse_args()
    ended = run(boxed(given.words, {path: path for path in given.read}, {given.write: given.write} if given.write else {}), clean(""), "/",
                given.limit)
    sys.stdout.write(ended.output)
    return 124 if ended.status == TOO_LONG else 125 if ended.status == TOO_MUCH else ended.status % 256


if __name__ == "__main__":
    sys.exit(main())
