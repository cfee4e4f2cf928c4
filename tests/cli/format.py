"""C and C++ as .clang-format has it. Versions of clang-format differ, so only one of them counts.

Usage: format.py BIN SOURCE [--write]. With --write it puts the files right. Exit status: 0 good, 1 a
file differs, 77 this version of clang-format is not there.
"""
import glob
import os
import re
import shutil
import subprocess
import sys

VERSION = "14"  # Debian 12's
FOLDERS = ("machine", "common", "lessons", "tests", "tools")


def find_clang_format():
    for name in ("clang-format", "clang-format-" + VERSION):
        if shutil.which(name) is None:
            continue
        answer = subprocess.run([name, "--version"], capture_output=True, text=True, check=True).stdout
        if re.search(rf"version {VERSION}\.", answer):
            return name
    print(f"skipped: there is no clang-format of version {VERSION}")
    sys.exit(77)


def main():
    source, write = sys.argv[2], sys.argv[3:] == ["--write"]
    program = find_clang_format()
    files = sorted(path for folder in FOLDERS for end in ("c", "h", "cpp")
                   for path in glob.glob(os.path.join(source, folder, "**", "*." + end), recursive=True))
    command = [program, "-i"] if write else [program, "--dry-run", "-Werror"]
    done = subprocess.run(command + files, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    wrong = sorted(set(re.findall(r"^(.+?):\d+:\d+: error: ", done.stderr, re.MULTILINE)))
    if done.returncode != 0 and not wrong:
        sys.exit(f"{program} fails:\n{done.stderr}")
    for path in wrong:
        print(f"{os.path.relpath(path, source)} is not as {program} would have it")
    if wrong:
        print(f"what to do: python3 {' '.join(sys.argv)} --write")
    elif not files:
        print(f"there are no files below {source}")
    sys.exit(1 if wrong or not files else 0)


main()
