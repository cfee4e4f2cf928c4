#!/usr/bin/env python3
"""Every picture under screenshots/ is what its lesson draws: NN_name.png, or NN_name.VARIANT.png.

Usage: pictures.py BIN SOURCE. Exit status: 0 good, 1 a picture differs.
"""
import os
import subprocess
import sys
import tempfile


def main():
    bin_directory, source = sys.argv[1:3]
    faults, count = 0, 0
    with tempfile.TemporaryDirectory() as directory:
        for name in sorted(os.listdir(os.path.join(source, "screenshots"))):
            lesson, *variant = name[: -len(".png")].split(".")
            if not os.path.exists(os.path.join(source, "lessons", lesson)):
                continue  # a picture of something else, such as the window
            count += 1
            result = os.path.join(directory, name)
            options = ["--variant", variant[0]] if variant else []
            subprocess.run([os.path.join(bin_directory, lesson), "--headless", "--screenshot", result, *options],
                           check=True, stdout=subprocess.DEVNULL)
            compared = subprocess.run([os.path.join(bin_directory, "wb_compare"),
                                       os.path.join(source, "screenshots", name), result])
            faults += compared.returncode != 0
    print(f"{count} pictures, {faults} differ")
    return 1 if faults or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
