"""Plots of measurements for the lessons' texts, drawn with matplotlib as SVG: text.py asks for
them. A plot carries a stamp of what it shows, so that it shows without drawing whether it is up
to date."""
import hashlib
import json
import math

COLOURS = ["#ffc74d", "#4d9bff", "#5bd38b", "#e0709b", "#b58cff", "#5fd3d3", "#ff8a5c", "#a9b0bf"]
BACKGROUND, FAINT, MUTED, BRIGHT = "#0e0f13", "#2a2d36", "#a7aab4", "#d8dae0"


def stamp(data):
    """A comment for the SVG that changes when `data` does."""
    text = json.dumps(data, sort_keys=True)
    return f"<!-- shows {hashlib.sha256(text.encode()).hexdigest()[:16]} -->"


def draw(data, path):
    """x: the parameter's values as text; lines: {version: its numbers, None where there is none}. Or
    roofs: bytes and operations a second; points: {version: [operations a byte, operations a second]}."""
    import matplotlib
    matplotlib.use("svg")
    matplotlib.rcParams.update({
        "svg.hashsalt": "plot", "svg.fonttype": "path", "font.family": "DejaVu Sans",
        "font.size": 11, "text.color": BRIGHT, "axes.labelcolor": BRIGHT,
        "xtick.color": MUTED, "ytick.color": MUTED, "axes.edgecolor": FAINT})
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8.2, 4.6), facecolor=BACKGROUND)
    axes.set_facecolor(BACKGROUND)
    if "roofs" in data:
        draw_roofline(axes, data)
    elif len(data["x"]) < 3:
        draw_bars(axes, data)
    else:
        draw_lines(axes, data)
    axes.set_title(data["machine"], color=MUTED, fontsize=9, loc="left")
    axes.grid(color=FAINT, linewidth=0.6)
    axes.set_axisbelow(True)
    if "roofs" not in data:
        legend = axes.legend(facecolor=BACKGROUND, edgecolor=FAINT, fontsize=9)
        for text in legend.get_texts():
            text.set_color(BRIGHT)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    figure.tight_layout()
    figure.savefig(path, format="svg", facecolor=BACKGROUND, metadata={"Date": None})
    pyplot.close(figure)
    with open(path, "a", encoding="utf-8") as file:
        file.write(stamp(data) + "\n")


def draw_lines(axes, data):
    places = numbers(data["x"])
    for i, (version, values) in enumerate(data["lines"].items()):
        points = [(x, y) for x, y in zip(places, values) if y is not None]
        axes.plot(*zip(*points), label=version, color=COLOURS[i % len(COLOURS)],
                  marker="o", markersize=4, linewidth=1.8)
    scale(axes, places, data)
    axes.set_xlabel(data["x_name"])
    axes.set_ylabel(data["y_name"])


def draw_bars(axes, data):
    """Where there are too few values for a line: a group of bars for each version."""
    from matplotlib.ticker import EngFormatter

    width = 0.8 / len(data["x"])
    for i, x in enumerate(data["x"]):
        heights = [values[i] or 0 for values in data["lines"].values()]
        axes.bar([k + (i - (len(data["x"]) - 1) / 2) * width for k in range(len(heights))], heights, 0.92 * width,
                 label=f"{data['x_name']} {x}", color=COLOURS[i])
    axes.set_xticks(range(len(data["lines"])), data["lines"], color=BRIGHT)
    axes.yaxis.set_major_formatter(EngFormatter())  # 150 G
    axes.set_ylabel(data["y_name"])


def draw_roofline(axes, data):
    bytes_per_s, most = data["roofs"]
    points = data["points"].values()
    left, right = min(x for x, _ in points) / 2, max(x for x, _ in points) * 2
    ridge = most / bytes_per_s
    left, right = min(left, ridge / 4), max(right, ridge * 4)
    axes.plot([left, ridge, right], [left * bytes_per_s, most, most], color=BRIGHT, linewidth=1.8)
    axes.set_xscale("log")
    axes.set_yscale("log")
    places = sorted({round(math.log2(x), 2) for x, _ in points})  # a colour for each column
    for x, y in points:
        axes.plot([x], [y], color=COLOURS[places.index(round(math.log2(x), 2)) % len(COLOURS)], linewidth=0, marker="o", markersize=7)
    label_points(axes, data["points"])
    axes.set_xlabel("operations for each byte that has to be moved")
    axes.set_ylabel("operations a second")


def label_points(axes, points):
    """Names right of the points; of those closer than a line's height to the one below, a little higher than the point."""
    height, lowest = 1.28, {}
    for version, (x, y) in sorted(points.items(), key=lambda one: one[1][1]):
        column = round(math.log2(x), 2)
        at = lowest[column] = max(y, lowest.get(column, 0) * height)
        axes.annotate(version, (x, y), xytext=(x * 1.12, at), color=BRIGHT, fontsize=9, va="center")


def numbers(values):
    """The places along the axis: the values themselves, or 0, 1, 2, ... where they are words."""
    try:
        return [float(value) for value in values]
    except ValueError:
        return list(range(len(values)))


def scale(axes, places, data):
    """Logarithms where an axis spans more than a factor of 30."""
    heights = [y for values in data["lines"].values() for y in values if y]
    if min(places) > 0 and max(places) / min(places) > 30:
        axes.set_xscale("log", base=2 if all(is_power_of_two(x) for x in places) else 10)
        if all(is_power_of_two(x) for x in places):
            first, last = int(min(places)).bit_length() - 1, int(max(places)).bit_length()
            ticks = [2 ** n for n in range(first, last, 2 if last < 20 else 4)]
            axes.set_xticks(ticks, [f"{tick:,}" for tick in ticks])
            axes.minorticks_off()
    if heights and max(heights) / min(heights) > 30:
        axes.set_yscale("log")
    else:
        axes.set_ylim(bottom=0)
    if places == list(range(len(places))):
        axes.set_xticks(places, data["x"])


def is_power_of_two(x):
    return x == int(x) and int(x) & (int(x) - 1) == 0
