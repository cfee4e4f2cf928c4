// Every atomic operation once, and for each of them what its old value is good for. The including
// shader defines VARIABLE(k), an l-value: the group's variable k, in the buffer or in shared memory.
// (An atomic wants the variable itself. A function cannot take one; a macro can name one.)

// What is the same in every run:
const uint JOINED = 0u;     // atomicAdd: how many came. The old value is a ticket: no two are the same.
const uint WAITING = 1u;    // atomicAdd of -1: how many have still to go. One that finds 1 is the last,
const uint LAST = 2u;       //   and says so
const uint LEAST = 3u;      // atomicMin. One that finds a greater value has set a new record,
const uint FALLEN = 4u;     //   and notes by how much: in sum, how far the record has fallen
const uint MOST = 5u;       // atomicMax, likewise
const uint RISEN = 6u;
const uint SEEN = 7u;       // atomicOr of a bit. One that finds it 0 is the first with this bit,
const uint DISTINCT = 8u;   //   and counts it
const uint LEFT = 9u;       // atomicAnd of all bits but one. One that finds it 1 has taken it,
const uint TAKEN = 10u;     //   and counts it
const uint LAMPS = 11u;     // atomicXor of a bit: a switch. One that finds 0 has switched a lamp on,
const uint SWITCHED_ON = 12u; //   and counts it
const uint WINNERS = 13u;   // of the compare-and-swap below: exactly one
// What is left to chance:
const uint HEAD = 14u;      // atomicExchange: the head of a linked list. The old value is the next member.
const uint OWNER = 15u;     // atomicCompSwap: the one that finds NO_OWNER owns it from now on

const uint NO_OWNER = 0xFFFFFFFFu;

uint start_value(uint k, uint members)
{
    if (k == WAITING) return members;
    return k == LEAST || k == LEFT || k == HEAD || k == OWNER ? 0xFFFFFFFFu : 0u;
}

// Invocation `member` of the group has drawn `value`; returns its ticket and its successor in the list.
uvec2 operate(uint member, uint value)
{
    uint bit = 1u << findMSB(value | 1u); // one of 24: how large the value is, roughly
    uint ticket = atomicAdd(VARIABLE(JOINED), 1u);
    if (atomicAdd(VARIABLE(WAITING), uint(-1)) == 1u) atomicAdd(VARIABLE(LAST), 1u);

    uint old = atomicMin(VARIABLE(LEAST), value);
    if (value < old) atomicAdd(VARIABLE(FALLEN), old - value);
    old = atomicMax(VARIABLE(MOST), value);
    if (value > old) atomicAdd(VARIABLE(RISEN), value - old);

    if ((atomicOr(VARIABLE(SEEN), bit) & bit) == 0u) atomicAdd(VARIABLE(DISTINCT), 1u);
    if ((atomicAnd(VARIABLE(LEFT), ~bit) & bit) != 0u) atomicAdd(VARIABLE(TAKEN), 1u);
    if ((atomicXor(VARIABLE(LAMPS), bit) & bit) == 0u) atomicAdd(VARIABLE(SWITCHED_ON), 1u);

    uint next = atomicExchange(VARIABLE(HEAD), member);
    if (atomicCompSwap(VARIABLE(OWNER), NO_OWNER, member) == NO_OWNER) atomicAdd(VARIABLE(WINNERS), 1u);
    return uvec2(ticket, next);
}

void main()
{
    uint local = gl_LocalInvocationIndex, group = linear_group(), i = linear_index();
    bool has_work = group < group_count; // the same for all of a group
    uint first = group * GROUP;
    uint members = first < count ? min(count - first, GROUP) : 0u;

    for (uint k = local; has_work && k < VARIABLES; k += GROUP) VARIABLE(k) = start_value(k, members);
    wait_for_group(); // all variables have their first values

    if (has_work && i < count) orders[i] = operate(local, values[i]);
    wait_for_group(); // all have done what they do

    for (uint k = local; has_work && k < VARIABLES; k += GROUP) {
        if (k < RESULTS)
            results[group * RESULTS + k] = VARIABLE(k);
        else
            chances[group * (VARIABLES - RESULTS) + k - RESULTS] = VARIABLE(k);
    }
}
