"""Lesson 16's smoke without a window: the pressure of each solver against NumPy's direct solution, the residual of each sweep and cycle,
divergence after the projection, how much smoke there is after it has moved, symmetry, walls, and 20 equal runs of 20."""
import os

import numpy

from common import BIN, expect, expect_good, finish, path, run

FIELDS = os.path.join(BIN, "16_fields")
SOLVERS = ("jacobi", "red_black", "multigrid")
SAME = "tile_red_black"  # what red_black computes
FACES = ((1, 2, -1), (2, 2, 1), (4, 1, -1), (8, 1, 1), (16, 0, -1), (32, 0, 1))  # bit, axis, side


def smoke(*names, variant="multigrid", frames=1, loads=None, more=(), **settings):
    """The named fields after so many frames, and the run."""
    words = [word for name, value in settings.items() for word in ("--set", f"{name}={value}")]
    for name, field in (loads or {}).items():
        numpy.save(path(f"in_{name}.npy"), field.astype(numpy.float32))
        words += ["--load", f"{name}={path(f'in_{name}.npy')}"]
    dumps = [word for name in names for word in ("--dump", f"{name}={path(name)}.npy")]
    result = run([FIELDS, "--headless", "--variant", variant, "--frames", frames, *words, *dumps, *more])
    expect_good(result)
    return *(numpy.load(path(f"{name}.npy")) for name in names), result


def moved(field, axis, side):
    """What each cell finds beside it; 0 beyond the box."""
    field = numpy.moveaxis(field, axis, 0)
    found = numpy.zeros_like(field)
    if side > 0:
        found[:-1] = field[1:]
    else:
        found[1:] = field[:-1]
    return numpy.moveaxis(found, 0, axis)


def laplacian(openings, pressure):
    return sum(((openings & bit) != 0) * (moved(pressure, axis, side) - pressure) for bit, axis, side in FACES)


def residual(variant, sweeps, **settings):
    pressure, divergence, openings, result = smoke("pressure", "divergence", "openings", variant=variant, sweeps=sweeps, **settings)
    left = divergence - laplacian(openings, pressure.astype(float))
    return numpy.linalg.norm(left) / numpy.linalg.norm(divergence), result


def test_direct():
    """The same pressure as that of the dense matrix, solved by NumPy."""
    size = {"width": 8, "height": 11, "depth": 7, "obstacle": 0.25}
    divergence, openings, _ = smoke("divergence", "openings", **size)
    air = numpy.flatnonzero(openings)
    matrix = numpy.stack([laplacian(openings, unit.reshape(openings.shape)).ravel() for unit in numpy.eye(openings.size)[air]], axis=1)
    exact = numpy.linalg.solve(matrix[air], divergence.ravel()[air].astype(float))
    expect(0 < openings.size - air.size < 60, "openings.npy", "a ball of some cells in the box")
    for variant, sweeps, omega in (("jacobi", 3000, 1.5), ("red_black", 200, 1.85), ("multigrid", 8, 1.5)):
        pressure, result = smoke("pressure", variant=variant, sweeps=sweeps, omega=omega, **size)
        error = abs(pressure.ravel()[air] - exact).max() / abs(exact).max()
        print(f"{variant}: {error:.1e} from the direct solution after {sweeps} sweeps or cycles")
        expect(error < 2e-5 and not pressure.ravel()[openings.ravel() == 0].any(), result, f"NumPy's direct solution, not {error} off")


def test_residuals():
    """A cycle of multigrid leaves a tenth, whatever the box; sweeps need more, the larger it is."""
    for size in ({"width": 32, "height": 48, "depth": 32}, {"width": 33, "height": 47, "depth": 29}, {"width": 21, "height": 75, "depth": 10}):
        left = [residual("multigrid", cycles, **size) for cycles in (1, 2, 3, 4)]
        factors = [after[0] / before[0] for before, after in zip(left, left[1:])]
        print(f"multigrid, {size['width']} x {size['height']} x {size['depth']}: left after each cycle "
              f"{', '.join(f'{r:.1e}' for r, _ in left)}, factors {', '.join(f'{factor:.3f}' for factor in factors)}")
        expect(left[0][0] < 0.25 and max(factors[:2]) < 0.12 and left[3][0] < 4e-4, left[3][1], f"a residual that falls by ten, not by {factors}")
    size = {"width": 24, "height": 36, "depth": 24}
    jacobi, red_black = (residual(variant, 200, omega=1.95, **size) for variant in ("jacobi", "red_black"))
    print(f"24 x 36 x 24 after 200 sweeps: jacobi {jacobi[0]:.1e}, red_black {red_black[0]:.1e}")
    expect(jacobi[0] < 0.03 and red_black[0] < jacobi[0] / 40, red_black[1], f"red_black far below jacobi, not {red_black[0]} and {jacobi[0]}")


def test_divergence():
    """After the projection no air vanishes: what flows into a cell flows out."""
    for variant in SOLVERS:
        *velocity, before, openings, result = smoke("velocity_x", "velocity_y", "velocity_z", "divergence", "openings", variant=variant, frames=12,
                                                    sweeps={"jacobi": 400, "red_black": 100}.get(variant, 3), width=20, height=28, depth=17, omega=1.8)
        x, y, z = velocity
        after = (x[:, :, 1:] - x[:, :, :-1]) + (y[:, 1:] - y[:, :-1]) + (z[1:] - z[:-1])
        left = abs(after).max() / abs(before).max()
        print(f"divergence after the projection, by {variant}: {left:.1e} of what it was")
        expect(left < 5e-3 and abs(y).max() > 0.2, result, f"less than 0.5 % of the divergence, not {left}")
        closed = openings == 0
        walls = [abs(x[:, :, 0]).max(), abs(x[:, :, -1]).max(), abs(y[:, 0]).max(), abs(z[0]).max(), abs(z[-1]).max(),
                 abs(x[:, :, 1:][closed]).max(), abs(y[:, :-1][closed]).max(), abs(z[1:][closed]).max()]
        expect(closed.any() and max(walls) == 0, result, f"nothing that flows through walls or into the ball, not {walls}")


def test_mass():
    """Moving keeps the smoke up to what reading between texels blurs and misses, and makes it neither negative nor more than it was."""
    z, y, x = numpy.mgrid[0:28, 0:48, 0:28] + 0.5
    cloud = numpy.clip(2 - ((x - 13) ** 2 + (y - 14) ** 2 + (z - 15) ** 2) / 20, 0, 1)
    settings = {"width": 28, "height": 48, "depth": 28, "source": 0, "fade": 1, "obstacle": 0, "swirl": 0, "frames": 30, "loads": {"smoke": cloud, "heat": cloud}}
    for variant, most, least_peak in (("multigrid", 0.03, 0.8), ("maccormack", 0.12, 0.95)):
        later, speed, result = smoke("smoke", "velocity_y", variant=variant, sweeps=4, **settings)
        drift = later.sum(dtype=float) / cloud.sum() - 1
        rise = (later.sum(axis=(0, 2)) * y[0, :, 0]).sum() / later.sum() - (cloud.sum(axis=(0, 2)) * y[0, :, 0]).sum() / cloud.sum()
        print(f"smoke after 30 steps, by {variant}: {100 * drift:+.1f} %, {rise:.1f} cells higher, densest {later.max():.2f}, fastest {speed.max():.2f} cells a step")
        expect(abs(drift) < most and rise > 5 and 0 <= later.min() and least_peak < later.max() <= 1, result,
               f"as much smoke as before within {most}, not {drift}; and up to {least_peak} and more, not {later.max()}")


def test_symmetry():
    """What begins alike on both sides stays so: up to rounding with Jacobi, up to what is left to solve with the others."""
    for variant, sweeps, most in (("jacobi", 60, 2e-5), ("red_black", 60, 2e-2), ("multigrid", 6, 2e-3)):
        now, result = smoke("smoke", variant=variant, sweeps=sweeps, frames=20, width=20, height=30, depth=20, flicker=0, obstacle=0, omega=1.6)
        off = max(abs(now - now[:, :, ::-1]).max(), abs(now - now[::-1]).max(), abs(now - now.transpose(2, 1, 0)).max())
        print(f"symmetry after 20 steps, by {variant}: {off:.1e}")
        expect(off < most and now.max() > 0.9, result, f"smoke alike on all sides, not {off} apart")


def test_repeats():
    hashes = set()
    for k in range(20):
        variant = (*SOLVERS, SAME)[k % 4]
        result = run([FIELDS, "--headless", "--variant", variant, "--frames", 3, "--hash", "--size", "64x40", "--set", "width=19", "--set", "height=22",
                      "--set", "sweeps=3"], changes={"LP_NUM_THREADS": str(k % 5)})
        hashes.add(("red_black" if variant == SAME else variant, result.out.split("hash ")[1].split()[0] if expect_good(result) else ""))
    expect(len(hashes) == 3, "--hash", f"one state by each solver in 20 runs, and by red_black the same in tiles, not {sorted(hashes)}")


def test_no_numbers():
    """The inspector's own step, from velocities that a wrong kernel may have left."""
    for wrong in (numpy.nan, numpy.inf, 3e38):
        smoke(variant="maccormack", more=["--step-all"], width=6, height=7, depth=5, sweeps=1, loads={"velocity_x": numpy.full((5, 7, 7), wrong)})


for test in (test_direct, test_residuals, test_divergence, test_mass, test_symmetry, test_repeats, test_no_numbers):
    test()
finish()
