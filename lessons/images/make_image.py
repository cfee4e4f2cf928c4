#!/usr/bin/env python3
"""Draws harbour.png, the picture that the lessons about pictures work on.

Usage: make_image.py [FILE.png]. Wants NumPy. Every run draws the same picture, of 960 x 640 pixels: a sky that is smooth, a
town and rigging full of fine detail, and colours from all around the wheel, so that a filter has something to show.

It is painted from back to front on a canvas three times as wide and high, and shrunk at the end. Positions are pixels of the
final picture, origin top left; colours are sRGB from 0 to 255.
"""
import os
import struct
import sys
import zlib

import numpy as np

WIDTH, HEIGHT, FINE = 960, 640, 3
QUAY = 418  # where the quay meets the water
SKY_END = 372

rng = np.random.default_rng(1965)
canvas = np.zeros((HEIGHT * FINE, WIDTH * FINE, 3), np.float32)
Y, X = np.mgrid[0:HEIGHT * FINE, 0:WIDTH * FINE].astype(np.float32)
X, Y = (X + 0.5) / FINE, (Y + 0.5) / FINE


def colour(text):
    return np.array([int(text[i:i + 2], 16) for i in (0, 2, 4)], np.float32)


def mix(a, b, t):
    return a + (b - a) * t


def smooth(low, high, x):
    t = np.clip((x - low) / (high - low), 0.0, 1.0)
    return t * t * (3.0 - 2.0 * t)


def noise(x, y, seed):
    """Value noise: a random number at every whole position, smoothly joined in between; 0 to 1."""
    table = np.random.default_rng(seed).random((256, 256), np.float32)
    column, row = np.floor(x).astype(int), np.floor(y).astype(int)
    u, v = x - column, y - row
    u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)

    def at(dx, dy):
        return table[(row + dy) % 256, (column + dx) % 256]

    return mix(mix(at(0, 0), at(1, 0), u), mix(at(0, 1), at(1, 1), u), v)


def clouds(x, y, seed):
    """Five octaves of noise."""
    return sum(noise(x * 2.0**k, y * 2.0**k, seed + k) * 0.5**(k + 1) for k in range(5)) / 0.97


def fill(mask, paint, y0=0, x0=0):
    """Paints where the mask (0 to 1) says, in the part of the canvas that begins at (y0, x0) and is as large as the mask."""
    part = canvas[y0:y0 + mask.shape[0], x0:x0 + mask.shape[1]]
    part += (paint - part) * mask[:, :, None]


def polygon(points, paint):
    """A filled polygon; `paint` is a colour, or a function of the pixels' x and y that returns colours."""
    points = np.asarray(points, np.float32)
    low = np.maximum(np.floor(points.min(0) * FINE).astype(int), 0)
    high = np.minimum(np.ceil(points.max(0) * FINE).astype(int) + 1, [WIDTH * FINE, HEIGHT * FINE])
    if np.any(high <= low):
        return
    x, y = X[low[1]:high[1], low[0]:high[0]], Y[low[1]:high[1], low[0]:high[0]]
    inside = np.zeros(x.shape, bool)
    for (x0, y0), (x1, y1) in zip(points, np.roll(points, -1, axis=0)):
        if y0 != y1:
            inside ^= ((y0 > y) != (y1 > y)) & (x < (x1 - x0) * (y - y0) / (y1 - y0) + x0)
    fill(inside.astype(np.float32), paint(x, y) if callable(paint) else paint, low[1], low[0])


def rectangle(x, y, width, height, paint):
    polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], paint)


def line(x0, y0, x1, y1, width, paint):
    length = max(np.hypot(x1 - x0, y1 - y0), 1e-6)
    dx, dy = -(y1 - y0) / length * width / 2, (x1 - x0) / length * width / 2
    polygon([(x0 + dx, y0 + dy), (x1 + dx, y1 + dy), (x1 - dx, y1 - dy), (x0 - dx, y0 - dy)], paint)


def disc(x, y, radius, paint):
    angles = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    polygon(np.stack([x + radius * np.cos(angles), y + radius * np.sin(angles)], 1), paint)


# ---- From back to front ----


def paint_sky():
    high, middle, low = colour("1d4e89"), colour("7fb2d6"), colour("ffd9a0")
    t = Y / SKY_END
    sky = np.where((t < 0.55)[..., None], mix(high, middle, smooth(0, 0.55, t)[..., None]),
                   mix(middle, low, smooth(0.5, 1.0, t)[..., None]))
    away = np.hypot(X - 246, (Y - 292) * 1.15)
    sky = mix(sky, colour("fff1c4"), (np.exp(-away / 75) * 0.85)[..., None])
    cover = clouds(X / 190 + 3.1, Y / 62 + 1.7, 40) * smooth(330, 210, Y)
    lit = clouds(X / 190 + 3.16, Y / 62 + 1.62, 40)
    cloud = mix(colour("c98aa0"), colour("fff4e6"), smooth(-0.10, 0.14, cover - lit)[..., None])
    sky = mix(sky, cloud, (smooth(0.46, 0.68, cover) * 0.9)[..., None])
    canvas[:] = sky
    disc(246, 292, 21, colour("fffbe4"))


def paint_hills():
    for base, height, paint, seed in ((330, 74, "8fa9c9", 60), (352, 66, "6a86a8", 70), (376, 58, "4a6a72", 80)):
        ridge = base - height * clouds(X[0] / 210 + seed, X[0] * 0 + 0.5, seed)
        ridge += 6 * (noise(X[0] / 9, X[0] * 0, seed + 9) - 0.5) * (seed == 80)
        trees = clouds(X / 14, Y / 9, seed + 5)[..., None]
        haze = smooth(base - 60, base + 40, Y)[..., None]
        fill((Y > ridge[None, :]).astype(np.float32), mix(colour(paint) * (0.86 + 0.28 * trees), colour("d9c7b0"), 0.35 * haze))


def paint_lighthouse():
    rock = [(40, 424), (62, 396), (84, 400), (98, 384), (128, 380), (150, 386), (168, 402), (196, 408), (214, 424)]
    polygon(rock, lambda x, y: (colour("5d5550") * (0.65 + 0.7 * clouds(x / 12, y / 9, 90)[..., None])))
    bottom, top, middle = 386, 236, 120

    def stripes(x, y):
        shade = 1.06 - 0.5 * np.abs((x - middle + 4) / 18) ** 1.5
        red = (((y - top) // 25) % 2 == 0)[..., None]
        return np.where(red, colour("d6342c"), colour("f7f1e6")) * shade[..., None]

    polygon([(middle - 17, bottom), (middle - 10, top), (middle + 10, top), (middle + 17, bottom)], stripes)
    rectangle(middle - 15, top - 4, 30, 5, colour("2a2f3a"))
    for k in range(8):
        line(middle - 14 + 4 * k, top - 13, middle - 14 + 4 * k, top - 3, 0.8, colour("2a2f3a"))
    line(middle - 15, top - 13, middle + 15, top - 13, 1, colour("2a2f3a"))
    rectangle(middle - 8, top - 22, 16, 18, colour("ffe08a"))
    for k in (-8, -3, 2, 7):
        line(middle + k + 0.5, top - 22, middle + k + 0.5, top - 4, 1, colour("2a2f3a"))
    polygon([(middle - 11, top - 22), (middle, top - 36), (middle + 11, top - 22)], colour("b3261f"))
    for y in (268, 318, 362):
        rectangle(middle - 3, y, 6, 9, colour("31405a"))


HOUSES = ["d8483b", "e9a23b", "f2e3c6", "2f7f86", "c7527a", "3f6fb5", "e8c547", "8fae5d", "b8432f", "e4e9ea", "6f4f8f",
          "dd7a3c", "4f9c8d", "f0b8a0", "2d5a8c", "cc3f4f"]


def window(x, y, width, height, frame):
    rectangle(x - 1, y - 1, width + 2, height + 2, frame)
    lit = rng.random() < 0.42
    pane = colour("ffd97a") if lit else colour("34506b") * (0.8 + 0.5 * rng.random())
    rectangle(x, y, width, height, lambda px, py: pane * (1.12 - 0.35 * ((py - y) / height))[..., None])
    line(x + width / 2, y, x + width / 2, y + height, 0.8, frame)
    line(x, y + height * 0.45, x + width, y + height * 0.45, 0.8, frame)


def flowers(x, y, width):
    rectangle(x, y, width, 2.2, colour("5b3b26"))
    for _ in range(int(width * 1.6)):
        kind = ("e23b5a", "ffd23f", "f7f7f7", "9b5de5", "3f9142", "3f9142")[rng.integers(6)]
        disc(x + rng.random() * width, y - rng.random() * 2.6, 0.8, colour(kind))


def house(x, width, height, wall):
    top, wall = QUAY - 20 - height, colour(wall)

    def plaster(px, py):
        boards = 0.965 + 0.07 * ((py // 3) % 2)
        return wall * (boards * (0.93 + 0.14 * clouds(px / 9, py / 16, 11)) * (1.03 - 0.14 * (px - x) / width))[..., None]

    rectangle(x, top, width, height, plaster)
    peak = top - width * (0.42 + 0.2 * rng.random())
    roof = colour(("9c3f2c", "7b3b3a", "5b5f6b", "a8552f")[rng.integers(4)])

    def tiles(px, py):
        row = py // 3
        return roof * (0.80 + 0.18 * ((px + 2.5 * (row % 2)) % 5 > 1) + 0.16 * (py % 3) / 3)[..., None]

    polygon([(x - 2, top), (x + width / 2, peak), (x + width + 2, top)], tiles if width > 44 else plaster)
    line(x - 2.5, top, x + width / 2, peak - 1, 2.2, roof * 0.75)
    line(x + width + 2.5, top, x + width / 2, peak - 1, 2.2, roof * 0.62)
    chimney = x + width * (0.22 + 0.1 * rng.random())
    rectangle(chimney, peak + 2, 6, 13, colour("7d4a3a"))
    rectangle(chimney - 1, peak, 8, 3, colour("4d3630"))

    frame = colour("fbf7ec") if wall.mean() < 205 else colour("59708a")
    columns = max(2, int(width // 17))
    gap = width / columns
    for floor, y in enumerate(np.arange(top + 8, QUAY - 48, 24)):
        for k in range(columns):
            window(x + gap * (k + 0.5) - 4, y, 8, 12, frame)
            if rng.random() < 0.3 and floor > 0:
                flowers(x + gap * (k + 0.5) - 5.5, y + 13.4, 11)
    door = rng.integers(columns)
    for k in range(columns):
        if k == door:
            rectangle(x + gap * (k + 0.5) - 5, QUAY - 42, 10, 22, colour("3b2a2a"))
            rectangle(x + gap * (k + 0.5) - 4, QUAY - 41, 8, 21, colour(HOUSES[rng.integers(len(HOUSES))]) * 0.7)
        else:
            window(x + gap * (k + 0.5) - 5, QUAY - 40, 10, 12, frame)
    if rng.random() < 0.6:  # an awning
        stripe = colour(HOUSES[rng.integers(len(HOUSES))])
        polygon([(x + 3, QUAY - 45), (x + width - 3, QUAY - 45), (x + width, QUAY - 37), (x, QUAY - 37)],
                lambda px, py: np.where((((px - x) // 3) % 2 == 0)[..., None], stripe, colour("fff8ea")))


def paint_town():
    x, k = 268.0, 0
    while x < WIDTH:  # houses behind, in the haze
        width, height = 26 + 22 * rng.random(), 92 + 60 * rng.random()
        house(x, width, height + 24 * smooth(300, 640, np.float32(x)), HOUSES[(k * 7 + 3) % len(HOUSES)])
        x, k = x + width * 1.05, k + 1
    fill((Y < QUAY - 19) * 0.2 * smooth(150, 330, Y) * smooth(262, 300, X), colour("e8d3c0"))
    x, k = 286.0, 0
    while x < WIDTH:
        width, height = 38 + 30 * rng.random(), 58 + 56 * rng.random()
        house(x, width, height, HOUSES[k % len(HOUSES)])
        x, k = x + width + (1 if rng.random() < 0.7 else 8), k + 1


def paint_quay():
    def stones(x, y):
        row = y // 5
        joint = ((x + 6 * (row % 2)) % 12 < 0.9) | (y % 5 < 0.8)
        tone = 0.75 + 0.45 * noise((x + 6 * (row % 2)) // 12, row, 21)
        stone = colour("a3937f") * (tone * (0.9 + 0.2 * clouds(x / 3, y / 3, 22)))[..., None]
        return np.where(joint[..., None], colour("5a5048"), stone)

    rectangle(258, QUAY - 21, 702, 22, stones)
    rectangle(256, QUAY - 23, 704, 3, colour("cdbda3"))
    for x in range(280, 960, 46):
        rectangle(x, QUAY - 29, 5, 7, colour("26282e"))
    for _ in range(46):  # people, barrels and boxes
        x, kind = 276 + 676 * rng.random(), rng.random()
        coat = colour(HOUSES[rng.integers(len(HOUSES))])
        if kind < 0.6:
            rectangle(x, QUAY - 32, 3.4, 6, coat)
            rectangle(x + 0.4, QUAY - 26, 1.1, 4, colour("2b2f3b"))
            rectangle(x + 1.9, QUAY - 26, 1.1, 4, colour("2b2f3b"))
            disc(x + 1.7, QUAY - 34, 1.7, colour("d9a066") * (0.6 + 0.5 * rng.random()))
        else:
            rectangle(x, QUAY - 29, 7, 6, coat * 0.8)
            rectangle(x, QUAY - 27, 7, 1, coat * 0.5)


def boat(x, waterline, size, hull, sail, flip=1.0):
    """A boat with its mast, sail and rigging; flip = -1 draws its mirror image below the waterline."""
    def at(dx, dy):
        return x + dx * size, waterline - dy * size * flip

    def rope(a, b, width=0.55, paint="3a2b22"):
        line(*at(*a), *at(*b), max(width * size, 0.5), colour(paint))

    rope((0, 10), (0, 96), 1.7, "8a5a33")
    rope((-2, 22), (-40, 26), 1.3, "8a5a33")
    if sail:
        cloth = colour(sail)
        polygon([at(-2, 26), at(-2, 92), at(-14, 60), at(-38, 29)],
                lambda px, py: cloth * (0.86 + 0.16 * np.sin((px - x) / size / 3.2) + 0.08 * np.sin((py - waterline) / size))[..., None])
        polygon([at(3, 24), at(3, 84), at(22, 44), at(44, 18)],
                lambda px, py: (colour("fdf6e6") * (0.88 + 0.12 * np.sin((px - x) / size / 5 + 1)[..., None])))
    rope((0, 95), (48, 15))
    rope((0, 95), (-44, 13))
    for dx in (-14, -8, 8, 14):
        rope((0, 80), (dx, 12), 0.45)
    for dy in range(20, 76, 8):
        rope((-8 * (80 - dy) / 68, dy), (8 * (80 - dy) / 68, dy), 0.35)
    for k in range(9):  # bunting on the forestay
        a, b = k / 9, (k + 0.6) / 9
        p, q = (48 * (1 - a), 15 + 80 * a), (48 * (1 - b), 15 + 80 * b)
        polygon([at(*p), at(*q), at(p[0] - 3, (p[1] + q[1]) / 2 - 4)], colour(HOUSES[(k * 5 + int(x)) % len(HOUSES)]))
    polygon([at(0, 96), at(11, 93), at(0, 90)], colour("e23b3b"))
    planks = colour(hull)
    polygon([at(-46, 13), at(-40, -2), at(36, -2), at(52, 16), at(30, 11), at(-20, 10)],
            lambda px, py: planks * (0.80 + 0.3 * (((waterline - py) * flip / size + 2) % 3.2 > 0.7))[..., None])
    polygon([at(-46, 13), at(-20, 10), at(30, 11), at(52, 16), at(51, 13), at(30, 8.4), at(-20, 7.6), at(-45, 10)], colour("f7efe0"))
    polygon([at(-30, 10), at(-30, 20), at(-12, 20), at(-8, 10)], colour("f2e6cf"))
    for dx in (-27, -21, -15):
        polygon([at(dx, 13), at(dx, 18), at(dx + 4, 18), at(dx + 4, 13)], colour("2f4a66"))
    for dx in range(-28, 34, 8):
        disc(*at(dx, 4), 1.3 * size, colour("f4e9d2"))


BOATS = [(372, 446, 0.82, "b3312c", None), (540, 440, 0.72, "1f5f8b", "e9a23b"), (862, 452, 0.9, "2f7d4f", None),
         (706, 474, 1.22, "7a2f63", "c23b34"), (206, 486, 1.3, "23557d", "f0c64a"), (474, 538, 1.75, "c2452d", "2f7f86")]


def paint_water():
    """The scene above the quay, upside down, and the boats' mirror images; pushed about by waves and mixed with the sea."""
    first = QUAY * FINE
    rows = np.arange(first, HEIGHT * FINE)
    mirrored = np.clip(2 * first - rows - 1, 0, first - 1)
    canvas[rows] = canvas[mirrored]
    for parts in BOATS:
        boat(*parts, flip=-1.0)
    x, y = X[first:], Y[first:]
    depth = (y - QUAY) / (HEIGHT - QUAY)
    long = 1.2 + 7.0 * depth  # waves are longer and stronger near us
    wave = clouds(x / (16 + 40 * depth), y / long * 1.3, 33) - 0.5
    ripple = np.sin(y / long * 5.2 + 7.0 * clouds(x / 60, y / 30, 36))
    from_x = np.clip((x + wave * (6 + 34 * depth) + ripple * (0.6 + 2.6 * depth)) * FINE, 0, WIDTH * FINE - 1).astype(int)
    from_y = np.clip((y + wave * 9 * depth) * FINE, first, HEIGHT * FINE - 1).astype(int)
    mirror = canvas[from_y, from_x]
    sea = mix(colour("1f6a80"), colour("0b2f4f"), depth[..., None])
    water = mix(mirror * 0.93, sea, (0.22 + 0.45 * depth + 0.25 * (wave + 0.1 * ripple))[..., None])
    glint = smooth(0.62, 0.9, clouds(x / 15, y / long * 1.9, 37) + 0.25 * np.exp(-np.abs(x - 246) / (16 + 70 * depth)))
    canvas[first:] = mix(water, colour("ffe9bd"), (glint * 0.75 * np.exp(-np.abs(x - 246) / 210))[..., None])
    for parts in sorted(BOATS, key=lambda boat_parts: boat_parts[1]):
        boat(*parts)


def paint_gulls():
    for x, y, size in ((330, 96, 9), (368, 122, 7), (296, 138, 6), (610, 74, 8), (648, 92, 6), (196, 176, 5), (455, 160, 5)):
        for side in (-1, 1):
            line(x, y, x + side * size * 0.5, y - size * 0.42, 1.5, colour("f6f8fb"))
            line(x + side * size * 0.5, y - size * 0.42, x + side * size, y - size * 0.1, 1.1, colour("5a6472"))


def paint_pier():
    """Planks in the lower right corner, with a rope, crates of fruit and a bollard."""
    def planks(x, y):
        along = (x - 0.35 * (640 - y)) / 15
        tone = 0.7 + 0.5 * noise(np.floor(along), along * 0, 51)
        grain = 0.85 + 0.3 * clouds(x / 2.2, y / 40, 52)
        gap = along % 1 < 0.07
        return np.where(gap[..., None], colour("22170f"), colour("9a6b43") * (tone * grain)[..., None])

    polygon([(640, 640), (736, 566), (960, 566), (960, 640)], planks)
    polygon([(736, 566), (960, 566), (960, 572), (728, 572)], colour("5d3d25"))
    for k, (x, fruit) in enumerate(((806, "e8402f"), (862, "f2a21b"), (918, "6fb53c"))):
        for _ in range(90):
            disc(x + 3 + 38 * rng.random(), 586 - 9 * rng.random() + 3 * k % 2, 3.4, colour(fruit) * (0.72 + 0.4 * rng.random()))
        rectangle(x, 588, 44, 30, lambda px, py: colour("c59a5f") * (0.72 + 0.4 * ((py // 8) % 2) + 0.1 * noise(px / 2, py * 0, 53))[..., None])
        rectangle(x + 2, 588, 3, 30, colour("8a6236"))
        rectangle(x + 39, 588, 3, 30, colour("8a6236"))
    rectangle(752, 574, 15, 34, colour("30343c"))
    polygon([(747, 574), (772, 574), (768, 567), (751, 567)], colour("454b56"))
    for k in range(4):
        line(750, 583 + 5 * k, 769, 581 + 5 * k, 3, colour("d9c38a") * (1 - 0.08 * (k % 2)))
    points = [(752 - 13.5 * k, 588 - 0.0 * k + 34 * np.sin(np.pi * k / 15) - 2.0 * k) for k in range(16)]
    for (x0, y0), (x1, y1) in zip(points, points[1:]):
        line(x0, y0, x1, y1, 2.4, colour("d9c38a"))


def write_png(path, pixels):
    """8-bit RGB; for each row the filter (left, up, average, Paeth) whose differences are the smallest."""
    data = bytearray()
    above = np.zeros((pixels.shape[1], 3), np.int16)
    for row in pixels.astype(np.int16):
        left = np.vstack([np.zeros((1, 3), np.int16), row[:-1]])
        corner = np.vstack([np.zeros((1, 3), np.int16), above[:-1]])
        near = [np.abs(left + above - corner - c) for c in (left, above, corner)]
        paeth = np.where((near[0] <= near[1]) & (near[0] <= near[2]), left, np.where(near[1] <= near[2], above, corner))
        tries = [row, row - left, row - above, row - (left + above) // 2, row - paeth]
        costs = [np.abs(((t + 128) & 255) - 128).sum() for t in tries]
        best = int(np.argmin(costs))
        data += bytes([best]) + (tries[best] & 255).astype(np.uint8).tobytes()
        above = row

    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    header = struct.pack(">IIBBBBB", pixels.shape[1], pixels.shape[0], 8, 2, 0, 0, 0)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(data), 9)) + chunk(b"IEND", b""))


def main():
    paint_sky()
    paint_hills()
    paint_lighthouse()
    paint_town()
    paint_quay()
    paint_water()
    paint_gulls()
    paint_pier()
    small = canvas.reshape(HEIGHT, FINE, WIDTH, FINE, 3).mean((1, 3))
    path = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(os.path.abspath(__file__)), "harbour.png")
    write_png(path, np.clip(small + 0.5, 0, 255).astype(np.uint8))


if __name__ == "__main__":
    main()
