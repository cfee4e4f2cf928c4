"""The meshes that lesson 15 writes, read back and measured here, without the lesson's own code: .obj and .ply hold the same,
every edge is the side of two triangles that go along it in opposite directions, V - E + F is the shape's, and the volume is that
of the particles. The table of 1987 leaves edges open. And what it refuses."""
import os

import numpy

from common import BIN, expect, expect_good, expect_refusal, finish, path, read, run

LESSON = os.path.join(BIN, "15_surface")
EULER = {"ball": 2, "torus": 0, "two_balls": 4, "hollow_ball": 4}
PARTICLES = 3000


def surface(*words, frames=1, **more):
    return run([LESSON, "--headless", "--frames", str(frames), "--size", "48x30", *words], **more)


def settings(text):
    return [word for setting in text.split() for word in ("--set", setting)]


# ---- Reading ---------------------------------------------------------------------------------------

def read_obj(name):
    """Positions, normals, and triangles of vertices, from 0 on. A corner's vertex and normal have one number."""
    rows = {"v": [], "vn": [], "f": []}
    for line in read(name).decode("ascii").splitlines():
        words = line.split()
        if words and words[0] in rows:
            rows[words[0]].append(words[1:])
    corners = [[corner.split("//") for corner in face] for face in rows["f"]]
    assert all(len(face) == 3 and all(corner[0] == corner[1] for corner in face) for face in corners)
    return (numpy.array(rows["v"], numpy.float32).reshape(-1, 3), numpy.array(rows["vn"], numpy.float32).reshape(-1, 3),
            numpy.array([[int(corner[0]) - 1 for corner in face] for face in corners], numpy.int64).reshape(-1, 3))


def read_ply(name):
    """The same, by what the file's head says of itself."""
    with open(path(name), "rb") as file:
        data = file.read()
    head, _, body = data.partition(b"end_header\n")
    lines = head.decode("ascii").splitlines()
    assert lines[:2] == ["ply", "format binary_little_endian 1.0"]
    counts, vertex = {}, []
    for line in lines[2:]:
        words = line.split()
        if words[0] == "element":
            counts[words[1]] = int(words[2])
        elif words[:2] == ["property", "float"]:
            vertex.append((words[2], "<f4"))
        elif words[0] == "property":
            assert words[1:] == ["list", "uchar", "int", "vertex_indices"]
    face = numpy.dtype([("corners", "u1"), ("vertices", "<i4", 3)])
    points = numpy.frombuffer(body, numpy.dtype(vertex), counts["vertex"])
    faces = numpy.frombuffer(body, face, counts["face"], counts["vertex"] * points.dtype.itemsize)
    assert len(body) == points.nbytes + faces.nbytes and (faces["corners"] == 3).all()
    return (numpy.stack([points[k] for k in "xyz"], axis=1), numpy.stack([points["n" + k] for k in "xyz"], axis=1),
            faces["vertices"].astype(numpy.int64))


# ---- Measuring -------------------------------------------------------------------------------------

def edges_of(triangles):
    """Of each edge: how many sides it is, and how many of these go from its lower vertex to its higher one."""
    sides = numpy.concatenate([triangles[:, [k, (k + 1) % 3]] for k in range(3)])
    low, high = sides.min(axis=1), sides.max(axis=1)
    _, edge = numpy.unique(numpy.stack([low, high], axis=1), axis=0, return_inverse=True)
    return numpy.bincount(edge), numpy.bincount(edge, sides[:, 0] == low)


def volume_of(points, triangles):
    a, b, c = (points[triangles[:, k]].astype(numpy.float64) for k in range(3))
    return (a * numpy.cross(b, c)).sum() / 6


def face_normals(points, triangles):
    a, b, c = (points[triangles[:, k]].astype(numpy.float64) for k in range(3))
    return numpy.cross(b - a, c - a)


def expect_closed(triangles, where):
    sides, upwards = edges_of(triangles)
    expect((sides == 2).all() and (upwards == 1).all(), where,
           f"a closed surface, not one with {(sides != 2).sum()} edges of other than two triangles and "
           f"{((sides == 2) & (upwards != 1)).sum()} of two that go the same way")
    return len(sides)


# ---- The tests -------------------------------------------------------------------------------------

def test_shapes():
    for scene, euler in EULER.items():
        result = surface(*settings(f"scene={scene} particles={PARTICLES} cells=2"), "--dump", "mesh=a.obj", "--dump", "mesh=a.ply")
        expect_good(result)
        points, normals, triangles = read_obj("a.obj")
        for one, other in zip((points, normals, triangles), read_ply("a.ply")):
            expect(numpy.array_equal(one, other), result, "the same mesh in both files")
        expect(numpy.array_equal(numpy.unique(triangles), numpy.arange(len(points))), result, "vertices that are all used")
        edges = expect_closed(triangles, result)
        expect(len(points) - edges + len(triangles) == euler, result, f"V - E + F of a {scene} to be {euler}")
        expect(numpy.abs(numpy.linalg.norm(normals, axis=1) - 1).max() < 1e-5, result, "normals of length 1")
        along = (face_normals(points, triangles)[:, None] * normals[triangles]).sum(axis=2)
        expect((along > 0).mean() > 0.98, result, "normals that point where their triangles' fronts do")
        volume = {"ball": 4 / 3 * numpy.pi * 2.4**3, "torus": 2 * numpy.pi**2 * 2.6, "two_balls": 4 / 3 * numpy.pi * (1.5**3 + 1.2**3),
                  "hollow_ball": 4 / 3 * numpy.pi * (2.6**3 - 1.2**3)}[scene]
        share = volume_of(points, triangles) / volume
        expect(abs(share - 1) < 0.04, result, f"a volume of the particles' within 4 %, not {share:.3f} of it")


def test_cracks():
    """Open edges are seen from outside, too: the other table has some, and none that more than two triangles share."""
    result = surface(*settings("scene=noise particles=1500 cells=1"), "--variant", "table_4", "--dump", "mesh=b.ply")
    expect_good(result)
    sides, _ = edges_of(read_ply("b.ply")[2])
    expect((sides == 1).sum() > 100 and sides.max() == 2, result, "open edges, and no other fault")
    good = surface(*settings("scene=noise particles=1500 cells=1"), "--dump", "mesh=c.ply")
    expect_good(good)
    expect_closed(read_ply("c.ply")[2], good)


def test_spray():
    """A lump of water in spray that has a particle in every cell, where eight would fit in: no cell around the lump is empty, and
    yet there is its surface. To the sources' rule, which the plain versions have, none of these cells is a candidate."""
    spacing = (4 / 3 * numpy.pi * 2.4**3 / PARTICLES) ** (1 / 3)
    dense, thin = (numpy.stack(numpy.meshgrid(*[pitch * (numpy.arange(n) - (n - 1) / 2)] * 3), axis=-1).reshape(-1, 3)
                   for n, pitch in ((12, spacing), (10, 2 * spacing)))
    particles = numpy.zeros((PARTICLES, 4), numpy.float32)
    particles[:, :3] = [0.05, 0.05, 0.05]  # those that are left over, in one place
    particles[: len(dense) + len(thin), :3] = numpy.concatenate([dense, thin]) + [4, 3, 4]
    numpy.save(path("spray.npy"), particles)
    words = settings(f"scene=ball particles={PARTICLES} cells=1") + ["--load", "positions=spray.npy"]
    expect_good(run([LESSON, "--check", *words, "--variant", "scan"]))
    expect_refusal(run([LESSON, "--check", *words, "--variant", "plain"]), 1, "cut cells that are no candidates")


def test_nothing():
    result = surface(*settings("particles=0 scene=ball"), "--dump", "mesh=d.obj", "--dump", "mesh=d.ply")
    expect_good(result)
    for points, normals, triangles in (read_obj("d.obj"), read_ply("d.ply")):
        expect(len(points) == len(normals) == len(triangles) == 0, result, "an empty mesh of no particles")


def test_refused():
    expect_refusal(surface("--dump", "mesh=a.npy"), 2, ".obj or .ply")
    expect_refusal(surface("--dump", "positions=a.obj"), 1, "--dump mesh=a.obj")
    expect_refusal(surface("--load", "mesh=a.obj"), 2, "--load positions=")
    expect_refusal(surface("--dump", "mesh=e.obj", frames=0), 1, "before the first frame")
    expect_refusal(surface(*settings(f"scene=ball particles={PARTICLES} room=100"), "--dump", "mesh=e.obj"), 1, "room for")
    expect(not os.path.exists(path("e.obj")), None, "no file where there is no mesh")


for test in (test_shapes, test_cracks, test_spray, test_nothing, test_refused):
    test()
finish()
