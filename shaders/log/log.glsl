// WB_LOG(value) tells what an invocation holds: a bool, int, uint or float, or a vector of up to four.
// WB_ASSERT(condition) tells where a condition does not hold: that is a fault.
//
// To be included by any compute shader, below its #version. The workbench prints file, line and invocation
// after each dispatch, and the panel shows them. It takes storage binding 15, and waits for each dispatch.
#include "log/slots.h"

layout(std430, binding = LOG_BUFFER) restrict buffer WbLog {
    uint log_count;   // of records, also of those for which there was no room
    uint log_words[]; // LOG_RECORD for each: line, kind, gl_GlobalInvocationID, four words
};

const uint LOG_RECORD = 9u; // words

void log_record(int line, uint kind, uvec4 words)
{
    uint place = atomicAdd(log_count, 1u), first = LOG_RECORD * place;
    if (place >= LOG_ROOM) return;
    log_words[first] = uint(line);
    log_words[first + 1u] = kind;
    for (int i = 0; i < 3; i++) log_words[first + 2u + uint(i)] = gl_GlobalInvocationID[i];
    for (int i = 0; i < 4; i++) log_words[first + 5u + uint(i)] = words[i];
}

void log_value(int line, bool v) { log_record(line, LOG_BOOL, uvec4(v)); }
void log_value(int line, bvec2 v) { log_record(line, LOG_BOOL + 1u, uvec4(v, 0, 0)); }
void log_value(int line, bvec3 v) { log_record(line, LOG_BOOL + 2u, uvec4(v, 0)); }
void log_value(int line, bvec4 v) { log_record(line, LOG_BOOL + 3u, uvec4(v)); }
void log_value(int line, int v) { log_record(line, LOG_INT, uvec4(v)); }
void log_value(int line, ivec2 v) { log_record(line, LOG_INT + 1u, uvec4(v, 0, 0)); }
void log_value(int line, ivec3 v) { log_record(line, LOG_INT + 2u, uvec4(v, 0)); }
void log_value(int line, ivec4 v) { log_record(line, LOG_INT + 3u, uvec4(v)); }
void log_value(int line, uint v) { log_record(line, LOG_UINT, uvec4(v)); }
void log_value(int line, uvec2 v) { log_record(line, LOG_UINT + 1u, uvec4(v, 0, 0)); }
void log_value(int line, uvec3 v) { log_record(line, LOG_UINT + 2u, uvec4(v, 0)); }
void log_value(int line, uvec4 v) { log_record(line, LOG_UINT + 3u, v); }
void log_value(int line, float v) { log_record(line, LOG_FLOAT, uvec4(floatBitsToUint(v))); }
void log_value(int line, vec2 v) { log_record(line, LOG_FLOAT + 1u, uvec4(floatBitsToUint(v), 0, 0)); }
void log_value(int line, vec3 v) { log_record(line, LOG_FLOAT + 2u, uvec4(floatBitsToUint(v), 0)); }
void log_value(int line, vec4 v) { log_record(line, LOG_FLOAT + 3u, floatBitsToUint(v)); }

#define WB_LOG(value) log_value(__LINE__, value)
#define WB_ASSERT(condition) do { if (!(condition)) log_record(__LINE__, LOG_ASSERT, uvec4(0)); } while (false)
