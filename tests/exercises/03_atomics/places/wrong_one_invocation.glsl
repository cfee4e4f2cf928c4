// says: work on average
shared uint bins[BINS];

void main()
{
    uint plane = gl_WorkGroupID.z, first = linear_group() * GROUP;
    if (gl_LocalInvocationIndex != 0u) return;
    for (uint bin = 0u; bin < BINS; bin++) bins[bin] = 0u;
    for (uint k = 4u * first; k < min(count, 4u * (first + GROUP)); k++)
        bins[sample_of(samples[word_at(plane, k / 4u)], k % 4u)]++;
    for (uint bin = 0u; bin < BINS; bin++)
        if (bins[bin] > 0u) bins[bin] = atomicAdd(histogram[plane * BINS + bin], bins[bin]);
    for (uint k = 4u * first; k < min(count, 4u * (first + GROUP)); k++)
        places[place_at(plane, k / 4u, k % 4u)] = bins[sample_of(samples[word_at(plane, k / 4u)], k % 4u)]++;
}
