#include "limit.h"

#include <signal.h>
#include <sys/resource.h>

bool limit_file_size(unsigned size)
{
    struct rlimit limit;
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = size > 0 ? size : limit.rlim_max;
    signal(SIGXFSZ, SIG_IGN);
    return setrlimit(RLIMIT_FSIZE, &limit) == 0;
}
