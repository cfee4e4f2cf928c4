// says: expected

