/* Mono asks for the bounds of its first stack. The C library looks for them in /proc/self/maps, which a champion without a
 * sandbox may not read; then they follow from the end of the stack and the limit of its size. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/resource.h>
#include <unistd.h>

extern void *__libc_stack_end;

int pthread_getattr_np(pthread_t thread, pthread_attr_t *attr)
{
    int (*real)(pthread_t, pthread_attr_t *) = (int (*)(pthread_t, pthread_attr_t *))dlsym(RTLD_NEXT, "pthread_getattr_np");
    int failed = real(thread, attr);
    uintptr_t page = sysconf(_SC_PAGESIZE), end = ((uintptr_t)__libc_stack_end & -page) + page;
    struct rlimit limit;

    if (failed != EACCES || getrlimit(RLIMIT_STACK, &limit))
        return failed;
    if (limit.rlim_cur == RLIM_INFINITY)
        limit.rlim_cur = 8 << 20;
    failed = pthread_attr_init(attr);
    return failed ? failed : pthread_attr_setstack(attr, (void *)(end - limit.rlim_cur), limit.rlim_cur);
}
