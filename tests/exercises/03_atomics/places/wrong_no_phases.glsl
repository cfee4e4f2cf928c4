// says: asks the buffer once for each sample
void main()
{
    uint i = linear_index(), plane = gl_WorkGroupID.z;
    for (uint k = 0u; k < 4u && 4u * i + k < count; k++) {
        uint value = sample_of(samples[word_at(plane, i)], k);
        places[place_at(plane, i, k)] = atomicAdd(histogram[plane * BINS + value], 1u);
    }
}
