"""Lesson 16: what the smoke's picture is made of, against NumPy. The light that is left in each cell is exp() of minus the column above
it, straight and oblique; each block knows the most smoke in it, and how its flames shine: Planck's law, as an eye sees it; and half as much
smoke that takes twice as much light makes the same picture."""
import os

import numpy
from numpy import exp

from common import BIN, expect, expect_good, finish, path, run

FIELDS = os.path.join(BIN, "16_fields")
WIDTH, HEIGHT, DEPTH, BLOCK = 19, 21, 17, 8


def drawn(smoke, heat, *names, picture="picture.png", **settings):
    """The named volumes, once a picture of this smoke has been drawn."""
    numpy.save(path("smoke_in.npy"), smoke.astype(numpy.float32))
    numpy.save(path("heat_in.npy"), heat.astype(numpy.float32))
    settings = {"width": WIDTH, "height": HEIGHT, "depth": DEPTH, "obstacle": 0, **settings}
    parameters = [word for name, value in settings.items() for word in ("--set", f"{name}={value}")]
    dumps = [word for name in names for word in ("--dump", f"{name}={path(name)}.npy")]
    result = run([FIELDS, "--headless", "--variant", "jacobi", "--frames", "0", "--size", "96x60", "--screenshot", path(picture),
                  "--load", f"smoke={path('smoke_in.npy')}", "--load", f"heat={path('heat_in.npy')}", *parameters, *dumps])
    expect_good(result)
    return *(numpy.load(path(f"{name}.npy")) for name in names), result


def drawn_density(smoke):
    """What leaves the box above thins out before."""
    up = (numpy.arange(HEIGHT) + 0.5) / HEIGHT
    return smoke * numpy.minimum(8 * (1 - up), 1)[:, None]


random = numpy.random.default_rng(16)
SMOKE = random.random((DEPTH, HEIGHT, WIDTH)) * (random.random((DEPTH, HEIGHT, WIDTH)) < 0.4)
HEAT = 0.5 * random.random((DEPTH, HEIGHT, WIDTH))


def sums_above(columns):
    """In each layer, of what is above its middle; axis 1 is up."""
    return numpy.cumsum(columns[:, ::-1], axis=1)[:, ::-1] - 0.5 * columns


def test_light_from_above():
    light, result = drawn(SMOKE, HEAT, "light", thickness=30, lamp=90)
    right = exp(-30 / WIDTH * sums_above(drawn_density(SMOKE)))
    wrong = abs(light[..., 0] - right).max()
    expect(wrong < 2e-4, result, f"exp of minus each column, not {wrong} beside it")


def bilinear(layer, x, z):
    """Of a layer of [z][x], at places in cells; 0 outside of the box."""
    outside = (x < 0) | (x > WIDTH) | (z < 0) | (z > DEPTH)
    x, z = numpy.clip(x - 0.5, 0, WIDTH - 1), numpy.clip(z - 0.5, 0, DEPTH - 1)
    i, k = numpy.minimum(x.astype(int), WIDTH - 2), numpy.minimum(z.astype(int), DEPTH - 2)
    x, z = x - i, z - k
    mixed = ((1 - z) * ((1 - x) * layer[k, i] + x * layer[k, i + 1]) + z * ((1 - x) * layer[k + 1, i] + x * layer[k + 1, i + 1]))
    return numpy.where(outside, 0, mixed)


def test_oblique_light():
    """Columns lean as the light does, and are spread over all that crosses the box."""
    up = numpy.radians(40)
    towards = numpy.array([-0.85 * numpy.cos(up), numpy.sin(up), -0.5268 * numpy.cos(up)])
    lean = towards[[0, 2]] / towards[1]
    size = numpy.array([WIDTH, DEPTH])
    low = -0.5 * size - numpy.maximum(HEIGHT * lean, 0)
    feet = [low[k] + (numpy.arange(size[k]) + 0.5) / size[k] * (size[k] + abs(HEIGHT * lean[k])) for k in (0, 1)]
    z, x = numpy.meshgrid(feet[1], feet[0], indexing="ij")
    density = drawn_density(SMOKE)
    columns = numpy.stack([bilinear(density[:, y], x + (y + 0.5) * lean[0] + WIDTH / 2, z + (y + 0.5) * lean[1] + DEPTH / 2)
                           for y in range(HEIGHT)], axis=1)
    right = exp(-30 / WIDTH / towards[1] * sums_above(columns))
    light, result = drawn(SMOKE, HEAT, "light", thickness=30, lamp=40)
    # A GPU's sampler knows 256 places between two texels; and at a wall, rounding decides who is outside.
    far = (abs(light[..., 0] - right) > 0.02).mean()
    expect(far < 0.005, result, f"exp of minus each oblique column, not {far} of them beside it")


def shine(kelvin):
    """The red of a black body in linear sRGB, by the curves of Wyman, Sloan and Shirley; and its luminance."""
    nm = numpy.arange(380.0, 781.0)

    def bell(middle, below, above):
        return exp(-0.5 * ((nm - middle) * numpy.where(nm < middle, below, above)) ** 2)
    curves = (1.056 * bell(599.8, .0264, .0323) + 0.362 * bell(442.0, .0624, .0374) - 0.065 * bell(501.1, .0490, .0382),
              0.821 * bell(568.8, .0213, .0247) + 0.286 * bell(530.9, .0613, .0322),
              1.217 * bell(437.0, .0845, .0278) + 0.681 * bell(459.0, .0385, .0725))
    planck = (nm / 560) ** -5 / (exp(0.014387769 / (nm * 1e-9 * kelvin)) - 1)
    x, y, z = (float((planck * curve).sum()) for curve in curves)
    return 3.2406 * x - 1.5372 * y - 0.4986 * z, y


def test_blocks():
    for kelvin in (1200, 1700, 2000, 2600, 3000):
        blocks, result = drawn(SMOKE, numpy.ones_like(HEAT), "blocks", flame=kelvin)
        wide = numpy.pad(SMOKE, 1, mode="edge")
        for z, y, x in numpy.ndindex(blocks.shape[:3]):
            around = tuple(slice(BLOCK * k, BLOCK * k + BLOCK + 2) for k in (z, y, x))
            expect(blocks[z, y, x, 0] == numpy.float32(wide[around].max()), result, f"the most smoke in block {x}, {y}, {z}")
        right = SMOKE[:BLOCK, :BLOCK, :BLOCK].sum() * shine(kelvin)[0] / shine(2000)[1]
        share = blocks[0, 0, 0, 1] / right
        expect(abs(share - 1) < 0.016, result, f"flames of {kelvin} K as bright as Planck has them, not {share} times")
    blocks, result = drawn(SMOKE, numpy.ones_like(HEAT), "blocks", flame=0)
    expect(not blocks[..., 1].any(), result, "no flames at flame=0")


def test_same_picture():
    """Only their product counts."""
    for settings in ({"flame": 0}, {"flame": 2600}):
        drawn(SMOKE, HEAT, thickness=60, picture="a.png", **settings)
        *_, result = drawn(0.5 * SMOKE, HEAT, thickness=120, picture="b.png", **settings)
        compared = run([os.path.join(BIN, "wb_compare"), path("a.png"), path("b.png")])
        expect(compared.code == 0, compared, f"one picture of as much smoke, {settings}")
    drawn(0 * SMOKE, HEAT, picture="b.png")
    compared = run([os.path.join(BIN, "wb_compare"), path("a.png"), path("b.png")])
    expect(compared.code != 0, compared, "another picture without smoke")


test_light_from_above()
test_oblique_light()
test_blocks()
test_same_picture()
finish()
