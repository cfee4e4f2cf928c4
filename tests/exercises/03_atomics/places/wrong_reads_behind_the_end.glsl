// says: out-of-bounds
shared uint bins[BINS], firsts[BINS];

void main()
{
    for (uint bin = gl_LocalInvocationIndex; bin < BINS; bin += GROUP) bins[bin] = 0u;
    barrier(); // all bins are empty

    uint i = linear_index(), plane = gl_WorkGroupID.z;
    uint members = count > 4u * i ? min(count - 4u * i, 4u) : 0u; // how many of the four there are
    uint word = samples[word_at(plane, i)], own[4];
    for (uint k = 0u; k < members; k++) own[k] = atomicAdd(bins[sample_of(word, k)], 1u);
    barrier(); // all have counted

    for (uint bin = gl_LocalInvocationIndex; bin < BINS; bin += GROUP)
        if (bins[bin] > 0u) firsts[bin] = atomicAdd(histogram[plane * BINS + bin], bins[bin]);
    barrier(); // the group knows where its places begin, for each value

    for (uint k = 0u; k < members; k++) places[place_at(plane, i, k)] = firsts[sample_of(word, k)] + own[k];
}
