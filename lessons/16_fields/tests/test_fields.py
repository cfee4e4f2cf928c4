"""Lesson 16 without a window: filters against SciPy, the pond, its light and the dish against NumPy, to the last bit; a standing wave against its formula,
with second-order convergence over four grids; the courant limit from both sides; what stays as much as it was; pictures in and out."""
import os

import numpy
from numpy import float32
try:
    from scipy import ndimage
except ImportError:
    print("skipped: there is no python3-scipy")
    raise SystemExit(77)

from common import BIN, SOURCE, expect, expect_good, expect_refusal, finish, path, run

FIELDS = os.path.join(BIN, "16_fields")


def solutions():
    """A directory of shaders with our solutions in place of the tasks."""
    root = path("solved")
    for name in ("gauss", "median", "map", "shore"):
        os.makedirs(os.path.join(root, "16_fields", "tasks"), exist_ok=True)
        with open(os.path.join(SOURCE, "shaders/16_fields/solutions", f"{name}.comp"), encoding="utf-8") as file:
            text = file.read()
        with open(os.path.join(root, "16_fields", "tasks", f"{name}.comp"), "w", encoding="utf-8") as file:
            file.write(text)
    return f"{root}:{os.path.join(SOURCE, 'shaders')}"


SHADERS = solutions()


def fields(*names, variant, frames=1, **settings):
    """The named fields after so many frames, and the run."""
    parameters = [word for name, value in settings.items() for word in ("--set", f"{name}={value}")]
    dumps = [word for name in names for word in ("--dump", f"{name}={path(name)}.npy")]
    result = run([FIELDS, "--headless", "--variant", variant, "--frames", frames, *parameters, *dumps],
                 changes={"WB_SHADERS": SHADERS})
    expect_good(result)
    return *(numpy.load(path(f"{name}.npy")) for name in names), result


def shifted(field, x, y, mode="edge"):
    """What each place finds x columns to the right and y rows below."""
    rows, columns = field.shape[:2]
    padded = numpy.pad(field, ((2, 2), (2, 2)) + ((0, 0),) * (field.ndim - 2), mode=mode)
    return padded[2 + y:2 + y + rows, 2 + x:2 + x + columns]


def sobel(image):
    return abs(ndimage.sobel(image, 0, mode="nearest")) + abs(ndimage.sobel(image, 1, mode="nearest"))


def gauss(image):
    weights = numpy.array((1, 4, 6, 4, 1)) / 16
    return ndimage.correlate1d(ndimage.correlate1d(image, weights, 0, mode="nearest"), weights, 1, mode="nearest")


def median(image):
    return ndimage.median_filter(image, 3, mode="nearest")


def test_filters():
    """Pixels are whole numbers up to 255: no sum of a filter is rounded, in whatever order. A place between two pixels is known to
    1/256, see filter_verify()."""
    for right, variants in ((sobel, ("edges", "sampled_edges", "tile_edges")), (median, ("median",)),
                            (gauss, ("blur", "sampled_blur", "tile_blur", "gauss", "between"))):
        for variant in variants:
            image, filtered, result = fields("image", "filtered", variant=variant, width=333, height=201)
            expect(image.dtype == float32 and image.shape == (201, 333) and image.min() >= 0 and image.max() > 200, result, "a picture in grey")
            off = abs(filtered - right(image.astype(float))).max()
            expect(off <= (1.25 if variant == "between" else 0), result, f"SciPy's {variant}, not {off} off")


def test_pond():
    now, before, _ = fields("now", "before", variant="pond", frames=0, width=95, height=61)
    squared = float32(0.45) * float32(0.45)
    for _ in range(60):
        sides = (shifted(now, -1, 0) + shifted(now, 1, 0)) + (shifted(now, 0, -1) + shifted(now, 0, 1))
        now, before = (float32(2) * now - before) + squared * (sides - float32(4) * now), now
    for variant in ("pond", "sampled", "two", "tile_pond", "shore"):
        got, earlier, result = fields("now", "before", variant=variant, frames=20, steps=3, width=95, height=61, courant=0.45)
        expect(numpy.array_equal(got, now) and numpy.array_equal(earlier, before), result, f"NumPy's pond after 60 steps, by {variant}")


def test_water_stays():
    """What leaves a cell comes into its neighbours: the mean height is that of the start, up to rounding."""
    start, _ = fields("now", variant="pond", frames=0, width=128, height=80)
    later, result = fields("now", variant="pond", frames=1, steps=500, width=128, height=80)
    drift = abs(later.mean(dtype=float) - start.mean(dtype=float)) / abs(start).max()
    expect(drift < 1e-4 and abs(later).max() > 0.05, result, f"as much water as at the start, not {drift} more or less")


def test_light():
    """Rays land where NumPy has them land, and no light is lost but over the pond's edge."""
    now, light, result = fields("now", "light", variant="light", frames=5, steps=3, width=95, height=61)
    slopes = shifted(now, 1, 0) - shifted(now, -1, 0), shifted(now, 0, 1) - shifted(now, 0, -1)
    places = [256 * middle + numpy.floor(float32(256) * (float32(36) * slope)).astype(int)
              for middle, slope in zip(numpy.meshgrid(numpy.arange(95), numpy.arange(61)), slopes)]
    floor = numpy.zeros((61 + 400, 95 + 400), int)  # the pond, and all around it
    for x in (0, 1):
        for y in (0, 1):
            parts = [abs((1 - side) * 256 - (place & 255)) for side, place in zip((x, y), places)]
            numpy.add.at(floor, ((places[1] >> 8) + 200 + y, (places[0] >> 8) + 200 + x), parts[0] * parts[1])
    expect(floor.sum() == 65536 * now.size and abs(places[0] >> 8).max() < 290, result, "NumPy to lose no ray")
    expect(numpy.array_equal(light, floor[200:261, 200:295]), result, "NumPy's light on the floor")
    expect(light.max() > 3 * 65536 and light.min() < 65536 // 2, result, "bright rings and dark ones")


def test_standing_wave():
    """cos(3 pi x) cos(2 pi y / height) cos(omega t) is the wave equation's own solution: the error falls by four where the grid is
    twice as fine."""
    errors = []
    for columns in (32, 64, 128, 256):
        rows, steps = columns * 5 // 8, columns * 3 // 2  # to the time 3/4, with 1/2 cell a step
        got, result = fields("now", variant="sampled", frames=1, steps=steps, start="standing", width=columns, height=rows)
        x, y = (numpy.arange(columns) + 0.5) / columns, (numpy.arange(rows) + 0.5) / columns
        kx, ky = 3 * numpy.pi, 2 * numpy.pi * columns / rows
        exact = numpy.cos(kx * x) * numpy.cos(ky * y)[:, None] * numpy.cos(numpy.hypot(kx, ky) * 0.75)
        errors.append(abs(got - exact).max())
    factors = [before / after for before, after in zip(errors, errors[1:])]
    print(f"a standing wave: errors {', '.join(f'{error:.2e}' for error in errors)}, factors {', '.join(f'{factor:.2f}' for factor in factors)}")
    expect(all(3.5 < factor < 4.6 for factor in factors[1:]) and errors[-1] < 4e-3, result, f"errors that fall by four, not by {factors}")


def test_limit():
    calm, result = fields("now", variant="pond", frames=2, steps=1000, courant=0.70, width=64, height=40)
    expect(abs(calm).max() < 3, result, f"a calm pond at 0.70, not {abs(calm).max()}")
    wild, result = fields("now", variant="pond", frames=1, steps=200, courant=0.72, width=64, height=40)
    expect(not abs(wild).max() < 1e6, result, "a pond that has gone wild at 0.72")


def test_dish():
    dish, _ = fields("now", variant="coral", frames=0, width=70, height=50)
    x, y = (numpy.arange(70) + 0.5) / 70, (numpy.arange(50) + 0.5) / 50
    maps = ((0.06 - 0.05 * y)[:, None], (0.045 + 0.025 * x)[None, :])
    spreads = numpy.array([0.1875, 0.09375], float32)
    for variant, (feed, kill), most in (("coral", (float32(0.037), float32(0.06)), 0), ("map", maps, 1e-4)):
        now, _ = fields("now", variant=variant, frames=0, width=70, height=50)
        for _ in range(40):
            here = now if variant == "coral" else now.astype(float)
            sides = (shifted(here, -1, 0, "wrap") + shifted(here, 1, 0, "wrap")) + (shifted(here, 0, -1, "wrap") + shifted(here, 0, 1, "wrap"))
            a, b = here[..., 0], here[..., 1]
            one = a.dtype.type(1)
            eaten = (a * b) * b
            gains = numpy.stack([feed * (one - a) - eaten, eaten - (feed + kill) * b], axis=-1)
            now = here + (spreads * (sides - a.dtype.type(4) * here) + gains)
        got, result = fields("now", variant=variant, frames=10, steps=4, width=70, height=50)
        expect(abs(got - now).max() <= most, result, f"NumPy's dish of {variant} after 40 steps, not {abs(got - now).max()} off")
    expect(dish.shape == (50, 70, 2), "now.npy", "two numbers a texel")


def test_files():
    picture = path("edges.png")
    result = run([FIELDS, "--headless", "--variant", "edges", "--frames", 1, "--dump", f"filtered={picture}"])
    expect_good(result)
    result = run([FIELDS, "--headless", "--variant", "edges", "--frames", 1, "--load", f"image={picture}", "--dump", f"image={path('again.npy')}"])
    if expect_good(result):
        again = numpy.load(path("again.npy"))
        expect(again.shape == (640, 960) and again.max() == 255, result, "the picture that was written, read again")
    for variant, name in (("pond", "now"), ("coral", "now"), ("jacobi", "smoke"), ("jacobi", "lamps")):
        result = run([FIELDS, "--headless", "--variant", variant, "--frames", 0, "--dump", f"{name}={path('none.png')}"])
        expect_refusal(result, 1, "only image and filtered are pictures")
    expect_refusal(run([FIELDS, "--headless", "--frames", 1, "--load", f"now={picture}"]), 2, "a picture goes into the buffer image")


for test in (test_filters, test_pond, test_water_stays, test_light, test_standing_wave, test_limit, test_dish, test_files):
    test()
finish()
