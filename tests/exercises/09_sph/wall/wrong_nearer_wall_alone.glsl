// says: densities[
    walls.x = x.x < 0.5 * box.x ? opening(x.x) : -opening(box.x - x.x);
    walls.z = x.z < 0.5 * box.z ? opening(x.z) : -opening(box.z - x.z);
    walls.y = opening(x.y);
