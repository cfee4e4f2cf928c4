// Any rule of born and survives, for 32 cells: all four digits of the sum of nine cells, then a
// comparison with each number that the rule names. The middle is one of the nine.
uint next_word(Row a, Row b, Row c)
{
    uint ones = a.ones ^ b.ones ^ c.ones, carry = majority(a.ones, b.ones, c.ones);
    uint sum = a.twos ^ b.twos ^ c.twos, fours = majority(a.twos, b.twos, c.twos);
    uint twos = sum ^ carry, second_carry = sum & carry;
    uint eights = fours & second_carry;
    fours ^= second_carry;
    uint next = 0u;
    for (int n = 0; n <= 9; n++) {
        uint differs = (n & 1) != 0 ? ~ones : ones;
        differs |= (n & 2) != 0 ? ~twos : twos;
        differs |= (n & 4) != 0 ? ~fours : fours;
        differs |= (n & 8) != 0 ? ~eights : eights;
        uint alive = n > 0 && (SURVIVES >> max(n - 1, 0) & 1) == 1 ? b.here : 0u; // n - 1 neighbours
        uint dead = (BORN >> n & 1) == 1 ? ~b.here : 0u;
        next |= ~differs & (alive | dead);
    }
    return next;
}
