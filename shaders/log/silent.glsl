// In place of log/log.glsl, where a kernel's cost is measured: what it says costs nothing.
#define WB_LOG(value)
#define WB_ASSERT(condition)
