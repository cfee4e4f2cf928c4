#!/usr/bin/env python3
"""Draws the rooms of the house and which includes which, from the code's own #includes, as an SVG on stdout.

Usage: tools/rooms.py [TITLE=TREE]...

TREE is a directory with a source tree, or a commit of this repository; without any, it is this tree. Several stand beside
each other: tools/rooms.py before=c67e306 after=. >figures/rooms.svg

An arrow from A to B has the number of #include lines in A's files that name a file of B. Rooms stand on floors, and
includes run downwards; one that runs upwards is red. Tests are left out. Exit status: 0 good, 1 an arrow runs upwards.
"""
import collections
import os
import re
import subprocess
import sys
from html import escape

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))

# Floor (from the ground up), and where on it, from 0 to 100. A room that is not named here gets a place at the right.
PLACES = {
    "lessons": (9, 2, 56), "main": (9, 78, 98),
    "ui": (8, 70, 94),
    "lesson": (7, 42, 66),
    "water": (6, 2, 22), "bench": (6, 28, 48), "step": (6, 76, 96),
    "compute": (5, 10, 32),
    "watch": (4, 58, 82),
    "gl": (3, 16, 56),
    "machine": (2, 62, 90), "spirv": (2, 62, 90),
    "base": (1, 2, 98),
    "os": (0, 2, 98),
}
SAYS = {"lessons": "what is taught", "main": "wb_main()", "ui": "window, panel", "lesson": "contract, modes",
        "water": "shared water", "bench": "time", "step": "standing still", "compute": "building blocks",
        "watch": "listens to OpenGL", "gl": "helps with OpenGL", "machine": "runs kernels on the CPU", "spirv": "runs kernels on the CPU",
        "os": "what differs between systems", "base": "files, arrays, pictures, sources, findings"}
COLOURS = {"base": "#9aa1ad", "gl": "#5aa2ee", "watch": "#b48cf2", "machine": "#eda24a", "spirv": "#eda24a", "compute": "#4fc79a",
           "water": "#46c3de", "lesson": "#f07fb4", "step": "#c2cf5f", "bench": "#c2cf5f", "ui": "#d7dae0", "os": "#9aa1ad"}
OTHERS = "#d7dae0"
UPWARDS = "#ff3b3b"

WIDTH, FLOOR, BOX, MARGIN, HEAD = 700, 92, 46, 26, 64


# ---- The code -----------------------------------------------------------------------------------


def includes(tree):
    """(file, included file) of each #include "..." in the rooms."""
    command = ["git", "-C", ROOT, "grep", "-n", '^#include "', tree, "--", "common", "machine", "lessons"]
    if os.path.isdir(tree):
        command = ["grep", "-rn", '^#include "'] + [room for room in ("common", "machine", "lessons") if os.path.isdir(os.path.join(tree, room))]
    done = subprocess.run(command, cwd=tree if os.path.isdir(tree) else ROOT, capture_output=True, text=True, check=False)
    if done.returncode > 1 or not done.stdout:
        sys.exit(f"rooms: {tree} is neither a source tree nor a commit: {done.stderr.strip()}")
    for line in done.stdout.splitlines():
        match = re.match(r'(?:[^:]*:)?((?:common|machine|lessons)/[^:]*\.(?:c|h|cpp)):\d+:#include "([^"]+)"', line)
        if match and "/tests/" not in match[1]:
            yield match[1], match[2]


def room_of(file):
    parts = file.split("/")
    if parts[0] != "common":
        return parts[0]
    return parts[1] if len(parts) > 2 else "main"


def graph(tree):
    """The rooms, and how many #includes lead from one to another."""
    found = list(includes(tree))
    rooms = {room_of(file) for file, _ in found} | {"base"}
    edges = collections.Counter()
    for file, included in found:
        target = included.split("/")[0]
        if target in rooms and target != room_of(file) and target not in ("lessons", "main"):
            edges[room_of(file), target] += 1
    return rooms, edges


# ---- The picture --------------------------------------------------------------------------------


class Box:
    def __init__(self, room, floor, left, right, floors):
        self.room, self.floor = room, floor
        inner = WIDTH - 2 * MARGIN
        self.left, self.right = MARGIN + left / 100 * inner, MARGIN + right / 100 * inner
        self.top = HEAD + (floors - 1 - floor) * FLOOR
        self.bottom = self.top + BOX

    def port(self, share):
        return self.left + 12 + share * (self.right - self.left - 24)


def make_boxes(rooms):
    strangers = sorted(rooms - set(PLACES))
    levels = sorted({PLACES[room][0] for room in rooms & set(PLACES)} | ({6} if strangers else set()))
    boxes = {}
    for room in sorted(rooms & set(PLACES)):
        floor, left, right = PLACES[room]
        boxes[room] = Box(room, levels.index(floor), left, right, len(levels))
    for k, room in enumerate(strangers):
        boxes[room] = Box(room, levels.index(6), 52 + 12 * k, 62 + 12 * k, len(levels))
    return boxes, HEAD + (len(levels) - 1) * FLOOR + BOX + MARGIN


def ports(boxes, edges):
    """For each edge the x where it leaves, and the x where it arrives: in the order of the other ends."""
    middle = {room: (box.left + box.right) / 2 for room, box in boxes.items()}
    leaves, arrives = {}, {}
    for room, box in boxes.items():
        out = sorted((edge for edge in edges if edge[0] == room), key=lambda e: middle[e[1]] if e[1] != "base" else middle[room])
        for k, edge in enumerate(out):
            leaves[edge] = box.port((k + 0.5) / len(out))
        into = sorted((edge for edge in edges if edge[1] == room), key=lambda e: middle[e[0]])
        for k, edge in enumerate(into):
            arrives[edge] = box.port((k + 0.5) / len(into))
    for edge in edges:  # the ground is below every room: its edges fall straight
        if edge[1] == "base":
            arrives[edge] = min(max(leaves[edge], boxes["base"].left + 8), boxes["base"].right - 8)
    return leaves, arrives


def curve(edge, boxes, leaves, arrives):
    """The four points of a Bézier curve."""
    source, target = boxes[edge[0]], boxes[edge[1]]
    down = target.floor < source.floor
    x0, y0 = leaves[edge], source.bottom if down else source.top
    x1, y1 = arrives[edge], target.top - 7 if down else target.bottom + 7
    bend = (y1 - y0) * 0.45
    return (x0, y0), (x0, y0 + bend), (x1, y1 - bend), (x1, y1)


def at(points, t):
    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3)
    return tuple(sum(w * p[axis] for w, p in zip(weights, points)) for axis in (0, 1))


def place_label(points, taken, boxes):
    """The point of the curve that is the furthest from other labels, boxes and ends."""
    def room_at(t):
        x, y = at(points, t)
        gaps = [max(abs(x - u) / 1.6, abs(y - v)) for u, v in taken]
        for box in boxes.values():
            dx = max(box.left - x, x - box.right, 0)
            dy = max(box.top - y, y - box.bottom, 0)
            gaps.append(max(dx, dy) + 1)
        return min(min(gaps, default=99), 16) - abs(t - 0.4) * 4
    best = max((k / 40 for k in range(4, 36)), key=room_at)
    return at(points, best)


def colour_of(edge, boxes):
    up = boxes[edge[1]].floor > boxes[edge[0]].floor
    return UPWARDS if up else COLOURS.get(edge[1], OTHERS)


def draw(title, tree, out, x):
    rooms, edges = graph(tree)
    boxes, height = make_boxes(rooms)
    leaves, arrives = ports(boxes, edges)
    out.append(f'<g transform="translate({x} 0)">')
    out.append(f'<text x="{MARGIN}" y="36" class="title">{escape(title)}</text>')
    upward = sum(count for edge, count in edges.items() if boxes[edge[1]].floor > boxes[edge[0]].floor)
    summary = f"{len(rooms)} rooms, {sum(edges.values())} #includes between them, {upward or 'none'} upwards"
    out.append(f'<text x="{WIDTH - MARGIN}" y="36" class="sum">{summary}</text>')
    for floor in sorted({box.top for box in boxes.values()}):
        out.append(f'<line x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{floor + BOX / 2}" y2="{floor + BOX / 2}" class="floor"/>')
    labels, taken = [], []
    for edge, count in sorted(edges.items(), key=lambda item: item[1]):
        points = curve(edge, boxes, leaves, arrives)
        colour = colour_of(edge, boxes)
        width = 1.0 + 0.45 * count ** 0.6
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = points
        path = f"M{x0:.1f} {y0:.1f} C{x1:.1f} {y1:.1f} {x2:.1f} {y2:.1f} {x3:.1f} {y3:.1f}"
        out.append(f'<path d="{path}" stroke="{colour}" stroke-width="{width:.1f}" class="arrow"/>')
        tip = 7 if y3 > y0 else -7
        out.append(f'<path d="M{x3 - 4:.1f} {y3 - tip * 0.3:.1f} h8 l-4 {tip * 1.2:.1f} z" fill="{colour}"/>')
    for edge, count in sorted(edges.items()):
        place = place_label(curve(edge, boxes, leaves, arrives), taken, boxes)
        taken.append(place)
        labels.append(f'<text x="{place[0]:.1f}" y="{place[1] + 4:.1f}" class="count" fill="{colour_of(edge, boxes)}">'
                      f"{count}<title>{edge[0]} includes {edge[1]}: {count}</title></text>")
    for room, box in sorted(boxes.items()):
        middle = (box.left + box.right) / 2
        colour = COLOURS.get(room, OTHERS)
        out.append(f'<rect x="{box.left:.1f}" y="{box.top}" width="{box.right - box.left:.1f}" height="{BOX}" rx="7" '
                   f'class="box" stroke="{colour}"/>')
        says = SAYS.get(room, "")
        out.append(f'<text x="{middle:.1f}" y="{box.top + (20 if says else 28)}" class="room" fill="{colour}">{escape(room)}</text>')
        out.append(f'<text x="{middle:.1f}" y="{box.top + 36}" class="says">{escape(says)}</text>')
    out += labels
    out.append("</g>")
    return height, upward


STYLE = """<style>
text { font-family: "DejaVu Sans", "Segoe UI", Helvetica, Arial, sans-serif; }
.title { font-size: 21px; font-weight: bold; fill: #eceef2; }
.sum { font-size: 12.5px; fill: #9aa1ad; text-anchor: end; }
.floor { stroke: #171a20; stroke-width: 58; }
.arrow { fill: none; stroke-opacity: 0.7; }
.box { fill: #20242d; stroke-width: 1.6; }
.room { font-size: 15px; font-weight: bold; text-anchor: middle; }
.says { font-size: 10.5px; fill: #aab0bb; text-anchor: middle; }
.count { font-size: 11.5px; font-weight: bold; text-anchor: middle; paint-order: stroke; stroke: #0e0f13; stroke-width: 4px; }
</style>"""


def main():
    if {"-h", "--help"} & set(sys.argv[1:]):
        print(__doc__.strip())
        return 0
    wishes = [word.partition("=") if "=" in word else ("", "", word) for word in sys.argv[1:]] or [("the rooms", "", ROOT)]
    out, heights, upward = [], [], 0
    for k, (title, _, tree) in enumerate(wishes):
        height, wrong = draw(title or tree, tree, out, k * WIDTH)
        heights.append(height)
        upward = wrong  # the last one is what counts
    width, height = WIDTH * len(wishes), max(heights)
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">')
    print(STYLE)
    print(f'<rect width="{width}" height="{height}" rx="8" fill="#0e0f13"/>')
    print("\n".join(out))
    print("</svg>")
    return 1 if upward else 0


if __name__ == "__main__":
    sys.exit(main())
