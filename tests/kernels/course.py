#!/usr/bin/env python3
"""All kernels of the course in the kernel machine: each loads; where it can run on made-up buffers without a fault it
leaves the same bits as the driver; and stepped through, forwards and backwards, the same as in one go.

Usage: course.py BIN LESSON... Exit status: 0 good, 1 not, 77 there is no glslangValidator or no OpenGL.
"""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile


def write_shaders(program, directory):
    environment = {**os.environ, "WB_SHADER_OUTPUT": directory}
    listed = subprocess.run([program, "--list"], capture_output=True, text=True, check=True).stdout
    for name in re.findall(r"^  (\w+) ", listed.split("parameters:")[0], re.MULTILINE):
        picture = os.path.join(directory, "picture.png")
        subprocess.run([program, "--headless", "--frames", "1", "--variant", name, "--screenshot", picture],
                       env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=250)


def main():
    bin_directory, lessons = sys.argv[1], sys.argv[2:]
    if shutil.which("glslangValidator") is None:
        print("glslangValidator is not installed")
        return 77
    status = 0
    with tempfile.TemporaryDirectory() as directory:
        for lesson in lessons:
            write_shaders(os.path.join(bin_directory, lesson), directory)
        kernels = sorted(glob.glob(os.path.join(directory, "*.comp")))
        for program in ("load_kernels", "test_machine", "step_kernels"):
            status = max(status, subprocess.run([os.path.join(bin_directory, program), *kernels]).returncode)
    return status


if __name__ == "__main__":
    sys.exit(main())
