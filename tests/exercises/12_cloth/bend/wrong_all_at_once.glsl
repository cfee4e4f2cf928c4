// says: positions[
    mine = true;
