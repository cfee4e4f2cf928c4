#version 430 core
// For the shadow map: only the depth counts, which is written without a word.
void main() {}
