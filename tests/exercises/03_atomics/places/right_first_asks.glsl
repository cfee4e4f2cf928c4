shared uint counts[BINS], begins[BINS];

void main()
{
    uint plane = gl_WorkGroupID.z, i = linear_index(), own[4];
    for (uint value = gl_LocalInvocationIndex; value < BINS; value += GROUP) counts[value] = 0u;
    barrier();

    for (uint k = 0u; k < 4u; k++)
        if (4u * i + k < count) own[k] = atomicAdd(counts[sample_of(samples[word_at(plane, i)], k)], 1u);
    barrier();

    for (uint k = 0u; k < 4u; k++) // the first of each value asks for all of them
        if (4u * i + k < count && own[k] == 0u) {
            uint value = sample_of(samples[word_at(plane, i)], k);
            begins[value] = atomicAdd(histogram[plane * BINS + value], counts[value]);
        }
    barrier();

    for (uint k = 0u; k < 4u; k++)
        if (4u * i + k < count)
            places[place_at(plane, i, k)] = begins[sample_of(samples[word_at(plane, i)], k)] + own[k];
}
