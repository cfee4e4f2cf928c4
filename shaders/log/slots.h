// Numbers that C and GLSL share, for WB_LOG() and WB_ASSERT().
// C includes this file, and so do the kernels.
#ifndef WB_SHADERS_LOG_SLOTS_H
#define WB_SHADERS_LOG_SLOTS_H

#define LOG_BUFFER 15 // a storage block
#define LOG_ROOM 4096 // records

// What a record is of; with the number of components, less one
#define LOG_ASSERT 0
#define LOG_BOOL 4
#define LOG_INT 8
#define LOG_UINT 12
#define LOG_FLOAT 16

#endif
