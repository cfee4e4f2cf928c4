#!/usr/bin/env python3
"""Arrays go to NumPy and back: tests common/base/array.c against the library it speaks to.

Usage: numpy_roundtrip.py WB_ARRAY_COPY, the program built from tests/tools/array_copy.c.
Exit status: 0 good, 1 a test failed, 77 there is no NumPy.
"""
import os
import re
import subprocess
import sys
import tempfile

try:
    import numpy
except ImportError:
    print("numpy is missing: skipped")
    sys.exit(77)

TYPES = (numpy.uint32, numpy.int32, numpy.float32)
SHAPES = ((), (1,), (7,), (5, 7), (7, 1), (1, 7), (2, 3, 4), (2, 1, 3, 5), (0,), (0, 3), (3, 0))

failures = 0


def expect(condition, what):
    global failures
    if not condition:
        failures += 1
        print(f"FAILED: {what}")


RECORD = numpy.dtype([("position", "<f4", (3,)), ("id", "<u4"), ("steps", "<i4", (2,))])


def copy(program, dtype, shape, source, target):
    """Runs wb_array_copy; its exit status and its messages."""
    name = "records" if dtype is RECORD else numpy.dtype(dtype).name
    command = [program, name, "x".join(map(str, shape)), source, target]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


def numbers(dtype, shape, nan):
    """Random bits, which makes floats of all sizes, and with `nan` also NaNs of all kinds."""
    random = numpy.random.default_rng(5)
    a = random.integers(0, 2**32, size=shape, dtype=numpy.uint32)
    a = numpy.asarray(a, dtype=numpy.uint32).view(dtype)
    if dtype is numpy.float32:
        if not nan:
            a = numpy.where(numpy.isnan(a), dtype(-0.0), a)
        if a.size >= 7:
            a.flat[:6] = (-0.0, 1e-45, -1e-40, numpy.inf, -numpy.inf, 0.1)
            a.flat[6] = numpy.nan if nan else 1
    return a


def same_bits(a, b):
    return a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()


def read_csv(path, dtype, shape):
    if 0 in shape:
        expect(os.path.getsize(path) == 0, f"{path} is empty")
        return numpy.zeros(shape, dtype)
    return numpy.loadtxt(path, dtype=dtype, delimiter=",", ndmin=1).reshape(shape)


def write_csv(path, a):
    lines = a.reshape(-1, a.shape[-1] if a.ndim > 1 else 1) if a.size else numpy.zeros((0, 1))
    numpy.savetxt(path, lines, fmt="%.9g" if a.dtype == numpy.float32 else "%d", delimiter=",")


def round_trips(program, folder):
    npy, csv, back = (os.path.join(folder, name) for name in ("a.npy", "a.csv", "back.npy"))
    for dtype in TYPES:
        for shape in SHAPES:
            what = f"{numpy.dtype(dtype).name} {shape}"
            a = numbers(dtype, shape, nan=True)
            numpy.save(npy, a)
            status, text = copy(program, dtype, shape, npy, back)
            expect(status == 0 and same_bits(numpy.load(back), a), f"npy to npy, {what}: {text}")

            a = numbers(dtype, shape, nan=False)
            numpy.save(npy, a)
            status, text = copy(program, dtype, shape, npy, csv)
            expect(
                status == 0 and same_bits(read_csv(csv, dtype, shape), a),
                f"npy to csv, {what}: {text}",
            )
            write_csv(csv, a)
            status, text = copy(program, dtype, shape, csv, back)
            expect(status == 0 and same_bits(numpy.load(back), a), f"csv to npy, {what}: {text}")


def nan_through_csv(program, folder):
    csv, back = os.path.join(folder, "a.csv"), os.path.join(folder, "back.csv")
    a = numpy.array([1, numpy.nan, -numpy.nan], dtype=numpy.float32)
    write_csv(csv, a)
    status, text = copy(program, numpy.float32, (3,), csv, back)
    b = read_csv(back, numpy.float32, (3,))
    expect(status == 0 and numpy.array_equal(a, b, equal_nan=True), f"nan through csv: {text}")


def header_versions(program, folder):
    npy, back = os.path.join(folder, "a.npy"), os.path.join(folder, "back.npy")
    a = numbers(numpy.int32, (5, 7), nan=False)
    for version in ((1, 0), (2, 0), (3, 0)):
        with open(npy, "wb") as file:
            numpy.lib.format.write_array(file, a, version=version)
        status, text = copy(program, numpy.int32, (5, 7), npy, back)
        expect(status == 0 and same_bits(numpy.load(back), a), f"version {version}: {text}")


def mending(program, folder):
    """What is refused is accepted once it went through the expression that the message names."""
    npy, back = os.path.join(folder, "a.npy"), os.path.join(folder, "back.npy")
    numbers_to_70 = numpy.arange(70).reshape(7, 10)
    refused = {
        "float64": numbers_to_70.astype(numpy.float64),
        "int64": numbers_to_70.astype(numpy.int64),
        "int16": numbers_to_70.astype(numpy.int16),
        "uint32": numbers_to_70.astype(numpy.uint32),
        "big-endian": numbers_to_70.astype(">i4"),
        "Fortran order": numpy.asfortranarray(numbers_to_70.astype(numpy.int32)),
        "transposed": numbers_to_70.astype(numpy.int32).reshape(10, 7).T,
        "another shape": numbers_to_70.astype(numpy.int32).reshape(14, 5),
        "bool": numbers_to_70 > 20,
    }
    for name, a in refused.items():
        if os.path.exists(back):
            os.remove(back)
        numpy.save(npy, a)
        status, text = copy(program, numpy.int32, (7, 10), npy, back)
        expect(status == 1 and not os.path.exists(back), f"{name} is refused: {text}")
        expression = re.search(r"In NumPy: (.*)", text)
        expect(expression is not None, f"{name}: no expression in: {text}")
        if expression is None:
            continue
        value = eval(expression[1], {"numpy": numpy, "a": a})  # numpy.save() gives None
        if value is not None:
            numpy.save(npy, value)
        status, text = copy(program, numpy.int32, (7, 10), npy, back)
        expect(status == 0, f"{name} is mended: {text}")
        if status == 0:
            good = numpy.array_equal(numpy.load(back), a.reshape(7, 10).astype(numpy.int32))
            expect(good, f"{name}: the numbers stay the same")

    numpy.save(npy, numpy.zeros((7, 10), dtype=[("x", "<i4"), ("y", "<f4")]))
    status, text = copy(program, numpy.int32, (7, 10), npy, back)
    expect(status == 1 and "'<i4'), ('y', '<f4')" in text, f"records are refused: {text}")


def records(program, folder):
    npy, csv = os.path.join(folder, "r.npy"), os.path.join(folder, "r.csv")
    back = os.path.join(folder, "back.npy")
    random = numpy.random.default_rng(6)
    a = random.integers(0, 2**32, size=(50, 6), dtype=numpy.uint32).view(RECORD)[:, 0]
    numpy.save(npy, a)
    status, text = copy(program, RECORD, (50, 6), npy, back)
    expect(status == 0 and same_bits(numpy.load(back), a), f"records: {text}")

    a["position"] = random.normal(size=(50, 3))
    numpy.save(npy, a)
    status, text = copy(program, RECORD, (50, 6), npy, csv)
    with open(csv, encoding="utf-8") as file:
        head = file.readline()
    expect(head == "# position.x,position.y,position.z,id,steps.x,steps.y\n", f"csv head: {head}")
    columns = numpy.loadtxt(csv, delimiter=",")
    expect(numpy.array_equal(columns[:, 3], a["id"]) and
           numpy.array_equal(columns[:, 4:], a["steps"]), f"records in csv: {text}")
    status, text = copy(program, RECORD, (50, 6), csv, back)
    expect(status == 0 and same_bits(numpy.load(back), a), f"records back from csv: {text}")

    for what, other in (("plain numbers", numpy.zeros((50, 6), numpy.float32)),
                        ("another name", a.astype([("place", "<f4", (3,)), ("id", "<u4"),
                                                   ("steps", "<i4", (2,))])),
                        ("fewer", a[:49])):
        numpy.save(npy, other)
        status, text = copy(program, RECORD, (50, 6), npy, back)
        expect(status == 1, f"{what} in place of records: {text}")


def main():
    if len(sys.argv) != 2:
        print(__doc__)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        for test in (round_trips, nan_through_csv, header_versions, mending, records):
            test(sys.argv[1], folder)
    print("all good" if failures == 0 else f"{failures} failed")
    return 0 if failures == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
