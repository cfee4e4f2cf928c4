"""Pictures of water. The images that lesson 13's view `screen` is made of: of still water they show what a ray through a block
shows. Lesson 09's surface, its drops, its cut, and the numbers of its particles; lesson 13's is the same, with foam over it."""
import os

import numpy

from common import BIN, expect, expect_good, finish, need_tools, path, run

need_tools("convert")
SPH, FOAM = (os.path.join(BIN, lesson) for lesson in ("09_sph", "13_foam"))
WIDTH, HEIGHT = 960, 600
BOX = numpy.array((8.0, 6.0, 8.0))
VIEWS = {SPH: ("surface", "particles", "cell"), # before the first step the others look like one of these
         FOAM: ("water", "foam", "screen", "nearest", "flattened", "normals", "thickness")}


def picture(view, *words, program=SPH):
    """One view, as numbers from 0 to 1, without what is written below and above it. Nothing moves."""
    name = f"{view}.png"
    result = run([program, "--headless", "--frames", "0", "--size", f"{WIDTH}x{HEIGHT}", "--set", "scene=3", "--set",
                  "obstacle=none", "--set", f"view={view}", *words, "--screenshot", name])
    expect_good(result)
    run(["convert", name, "-depth", "8", "rgb:pixels"])
    pixels = numpy.fromfile(path("pixels"), numpy.uint8).reshape(HEIGHT, WIDTH, 3) / 255
    pixels[:100, :], pixels[-60:, WIDTH // 2:] = 0, 0
    return pixels, result


def rays():
    """From where lesson 13 looks at first: the eye, and the pixels' directions of length 1."""
    yaw, pitch = numpy.radians((-34.0, 13.0))
    back = numpy.array((numpy.cos(pitch) * numpy.sin(yaw), numpy.sin(pitch), numpy.cos(pitch) * numpy.cos(yaw)))
    right = numpy.cross((0, 1, 0), back)
    right /= numpy.linalg.norm(right)
    up, half = numpy.cross(back, right), numpy.tan(numpy.radians(19.0))
    y, x = numpy.mgrid[0:HEIGHT, 0:WIDTH] + 0.5
    x, y = (2 * x - WIDTH) / HEIGHT * half, (1 - 2 * y / HEIGHT) * half
    direction = x[..., None] * right + y[..., None] * up - back
    return numpy.array((4.0, 2.35, 4.0)) + 16.5 * back, direction / numpy.linalg.norm(direction, axis=2)[..., None]


def through_block(high):
    """Of the rays into the block from 0 to `high`: where they meet it, its face there (0: x, 1: y, 2: z), their way."""
    eye, direction = rays()
    ways = numpy.stack((-eye / direction, (high - eye) / direction))
    near, far = ways.min(0), ways.max(0)
    way = far.min(2) - near.max(2)
    return eye + near.max(2)[..., None] * direction, near.argmax(2), way


def depth_m(count):
    """The tank's, before it settles: half a spacing above the highest particle."""
    result = run([SPH, "--headless", "--frames", "0", "--size", "64x64", "--set", "scene=tank", "--set",
                  "obstacle=none", "--set", f"particles={count}", "--dump", "positions=start.npy"])
    expect_good(result)
    return numpy.load(path("start.npy"))[:, 1].max() + 0.5 * (168.75 / count)**(1 / 3)


def test_still_water():
    """A block: its faces are flat, although it is made of balls, and it is as thick as a block."""
    high = numpy.array((8.0, depth_m(20000), 8.0))
    place, face, way = through_block(high)
    towards = numpy.array(((-1, 0, 0), (0, 1, 0), (0, 0, 1)))[face]  # those that are seen
    off_edges = numpy.stack([numpy.minimum(place[..., a], high[a] - place[..., a]) + 9 * (face == a) for a in range(3)])
    inside = (way > 0) & (off_edges.min(0) > 0.6)
    inside[:100], inside[-60:, WIDTH // 2:] = False, False
    pixels, result = picture("normals", "--set", "particles=20000", program=FOAM)
    error = numpy.abs(2 * pixels - 1 - towards).max(2)[inside]
    print(f"normals of {inside.sum()} pixels: mean error {error.mean():.3f}, 95 % within {numpy.quantile(error, 0.95):.3f}")
    expect(numpy.quantile(error, 0.95) < 0.1, result, "95 % of the normals within 0.1 of the faces'")
    pixels, result = picture("thickness", "--set", "particles=20000", program=FOAM)
    dark, light = 0.055, 0.75
    metres = 10 * ((pixels[..., 0] - dark) / (light - dark))**2
    measured = inside & (way > 1) & (way < 9)
    water = 168.75 / high.prod() # of the block: its lattice is a little wide, or it would burst
    error = numpy.abs(metres / (water * way) - 1)[measured]
    print(f"thickness: mean error {100 * error.mean():.1f} %, 95 % within {100 * numpy.quantile(error, 0.95):.1f} %")
    expect(error.mean() < 0.05, result, "the water as thick as the block within 5 % on average")


def drop(speed, density):
    """The picture with a drop at this speed, upwards; all other particles lie on the floor."""
    count = 20000
    places, moving = numpy.full((count, 4), 1000, numpy.float32), numpy.zeros((count, 4), numpy.float32)
    places[:, :3] = (4, 0.1, 4)
    places[7] = (4, 4, 4, density)
    moving[7, 1] = speed
    numpy.save(path("x.npy"), places)
    numpy.save(path("v.npy"), moving)
    pixels, result = picture("surface", "--set", f"particles={count}", "--load", "positions=x.npy", "--load", "velocities=v.npy")
    return pixels[..., 0], result


def test_drops():
    """A drop at rest is a dot; the faster it is, the longer and, once it is a streak, the fainter. Dense water is no drop."""
    nothing, _ = drop(0, 1000)
    lengths, brightness = [], []
    for speed in (0, 10, 30):
        pixels, result = drop(speed, 80)
        light = numpy.abs(pixels - nothing)
        lengths.append(int((light > 0.3 * light.max()).any(1).sum()))
        brightness.append(round(float(light.max()), 2))
    print(f"a drop at 0, 10, 30 m/s: {lengths} pixels long, {brightness} bright")
    expect(0 < lengths[0] < lengths[1] < lengths[2], result, "streaks that are longer with speed")
    expect(0 < brightness[2] < 0.7 * brightness[0], result, "and dimmer where the light is spread")


def test_turns():
    """Balls at the surface are drawn first, and none of the others is forgotten: here all are said to be deep in the water."""
    side = numpy.linspace(2, 4, 20)
    places = numpy.zeros((8000, 4), numpy.float32)
    places[:, :3] = numpy.stack(numpy.meshgrid(side, side, side), -1).reshape(-1, 3)
    images = []
    for density in (990, 1010):
        places[:, 3] = density
        numpy.save(path("x.npy"), places)
        pixels, result = picture("nearest", "--set", "particles=8000", "--load", "positions=x.npy", program=FOAM)
        images.append(pixels)
    expect(numpy.array_equal(*images) and images[0].max() > 0.5, result, "the same picture of a block, whatever its density")


def test_views():
    """All views differ."""
    for program, views in VIEWS.items():
        images = [picture(view, "--set", "particles=1500", program=program)[0] for view in views]
        for i in range(len(images)):
            for j in range(i):
                expect(numpy.abs(images[i] - images[j]).max() > 0.05, views[i], f"a picture other than {views[j]}")


def test_numbers():
    """The slowest particles have the colour of the scale's lower end, which is violet, the fastest that of the upper, yellow."""
    side = numpy.linspace(2, 4, 20)
    places, moving = numpy.zeros((8000, 4), numpy.float32), numpy.zeros((8000, 4), numpy.float32)
    places[:, :3] = numpy.stack(numpy.meshgrid(side, side, side), -1).reshape(-1, 3)
    places[4000:, 1] += 2.5
    for upper, lower in ((3, 0), (0, 0.07)):
        moving[:4000, 0], moving[4000:, 0] = lower, upper
        numpy.save(path("x.npy"), places)
        numpy.save(path("v.npy"), moving)
        pixels, result = picture("speed", "--set", "particles=8000", "--load", "positions=x.npy", "--load", "velocities=v.npy")
        violet, yellow = (numpy.argwhere(mask)[:, 0] for mask in
                          ((pixels[..., 1] < 0.25) & (pixels[..., 2] > 0.25), (pixels[..., 2] < 0.45) & (pixels[..., :2].min(2) > 0.6)))
        expect(len(violet) > 1000 and len(yellow) > 1000, result, f"both ends of the scale, not {len(violet)} and {len(yellow)} pixels")
        expect((violet.mean() > yellow.mean()) == (upper > lower), result, "yellow where they are fast")


def test_cut():
    """What is cut away is not there: of the particles nothing, of the water's way a half."""
    none, _ = picture("particles", "--set", "particles=1", "--set", "cut=1")
    all_cut, result = picture("particles", "--set", "particles=8000", "--set", "cut=1")
    expect(numpy.array_equal(none, all_cut), result, "nothing left of the particles")
    whole, _ = picture("surface", "--set", "particles=8000")
    half, result = picture("surface", "--set", "particles=8000", "--set", "cut=0.5")
    blue = (whole[..., 2] > 0.3) & (whole[..., 0] < 0.1) # deep water
    print(f"deep water, {blue.sum()} pixels, has {whole[..., 0][blue].mean():.3f} of the red, and half of it {half[..., 0][blue].mean():.3f}")
    expect(blue.sum() > 300 and half[..., 0][blue].mean() > 1.5 * whole[..., 0][blue].mean(), result, "less water to take red away")


def test_sunlight():
    """In the sun, water takes red away; where there is none, the floor is as light as ever."""
    wet, result = picture("water", "--set", "particles=20000", "--set", "pool=64", program=FOAM)
    dry, _ = picture("water", "--set", "particles=1", "--set", "pool=64", program=FOAM)
    _, _, way = through_block(numpy.array((8.0, 2.6, 8.0)))
    deep, beside = way > 4, numpy.zeros(way.shape, bool)
    beside[-40:, -200:] = True # of the floor that no shadow reaches
    red, blue = (wet[..., k][deep].mean() / dry[..., k][deep].mean() for k in (0, 2))
    print(f"more than 4 m of water leave {100 * red:.0f} % of the red on the screen, and {100 * blue:.0f} % of the blue")
    expect(red < 0.35 and 0.7 < blue < 1.1, result, "red to be gone, and blue to be there")
    expect(numpy.abs(wet - dry)[beside].max() < 0.02, result, "the same floor beside the box")


def test_foam():
    """In lesson 13 there is foam over the same water."""
    with_foam, result = picture("water", "--set", "particles=12000", "--set", "foam=2000", program=FOAM)
    without, _ = picture("water", "--set", "particles=12000", program=FOAM)
    dots = (numpy.abs(with_foam - without).max(2) > 0.02).mean()
    print(f"foam is seen in {100 * dots:.2f} % of the pixels")
    expect(dots > 0.005, result, "foam over the water")


test_still_water()
test_foam()
test_sunlight()
test_drops()
test_numbers()
test_cut()
test_turns()
test_views()
finish()
