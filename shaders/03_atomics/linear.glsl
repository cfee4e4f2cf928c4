// One invocation an element, for any number of elements: the groups lie in x and y, because 65,535
// is all that OpenGL promises for one dimension.
uint linear_group() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }
uint linear_index() { return linear_group() * GROUP + gl_LocalInvocationIndex; }
