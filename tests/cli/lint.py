"""What a linter finds in the scripts: pyflakes in those in Python, shellcheck in those of the shell.

Usage: lint.py SOURCE python|shell. Exit status: 0 nothing, 1 something, 77 the linter is not there.
"""
import os
import shutil
import subprocess
import sys

FOLDERS = (".ci", "cmake", "common", "lessons", "machine", "shaders", "tests", "tools")


def is_shell(path):
    with open(path, "rb") as file:
        return file.readline(20).rstrip() == b"#!/bin/sh"


def is_python(path):
    return path.endswith(".py")


def main():
    source, language = sys.argv[1:]
    linter, wanted = {"python": ("pyflakes3", is_python), "shell": ("shellcheck", is_shell)}[language]
    if shutil.which(linter) is None:
        print(f"skipped: there is no {linter}")
        return 77
    there = [os.path.join(folder, name) for top in FOLDERS
             for folder, _, names in os.walk(os.path.join(source, top)) for name in names]
    files = sorted(path for path in [*there, os.path.join(source, "wb")] if wanted(path))
    print(f"{linter}, {len(files)} files", flush=True)
    return 1 if subprocess.run([linter, *files], check=False).returncode else 0


sys.exit(main())
