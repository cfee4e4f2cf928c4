// says: expected
    pull -= motion.w * tension * kernel(inside) * d;
