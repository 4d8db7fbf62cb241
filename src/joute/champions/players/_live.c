/* Orders of live games, with no Python in between: the engine makes each at once, and answers with what has changed in
   the view (`hosting/wire.py`). Champions call `live_call` in place of the library's `call`. A process has one champion
   and one wire, so there is one link. */

#include "_calls.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#define WORDS 0x80000000u /* set in the length of a message that is a row of words */

static struct {
    LibraryCall library;
    int wire;
    int64_t number;  /* of the callback that runs; 0: none does, and orders are left to Python */
    int64_t *answer; /* room for the longest: its length in the second half of the first word, then its words */
    size_t room;     /* in bytes */
} live;

int
live_connect(LibraryCall library, int wire, size_t words)
{
    live.room = (1 + words) * sizeof(int64_t);
    free(live.answer);
    live.answer = malloc(live.room);
    live.library = library;
    live.wire = wire;
    return live.answer != NULL;
}

void
live_begin(int64_t number)
{
    live.number = number;
}

static int
send_order(const int64_t *x)
{
    size_t row = (size_t)(1 + x[COUNT]) * sizeof(int64_t);
    uint32_t head = htonl(WORDS | (uint32_t)(sizeof live.number + row));
    struct iovec parts[] = {{&head, sizeof head}, {&live.number, sizeof live.number}, {(void *)(x + ROW), row}};
    return writev(live.wire, parts, 3) == (ssize_t)(sizeof head + sizeof live.number + row);
}

/* Read the answer, which mostly arrives at once; how many words it has, 0 if the engine is gone. */
static size_t
read_answer(void)
{
    uint32_t head = 0;
    char *start = (char *)live.answer + sizeof head;
    size_t got = 0, wanted = sizeof head;
    while (got < wanted) {
        ssize_t count = read(live.wire, start + got, live.room - sizeof head - got);
        if (count > 0) {
            got += (size_t)count;
        } else if (count == 0 || errno != EINTR) {
            return 0;
        }
        if (got >= sizeof head) {
            memcpy(&head, start, sizeof head);
            wanted = sizeof head + (ntohl(head) & ~WORDS);
        }
    }
    return (wanted - sizeof head) / sizeof(int64_t);
}

/* Write the runs of an answer into the view; 0 if they do not fit. */
static int
learn(const int64_t *x)
{
    const int64_t *at = live.answer + 2; /* behind the length and the number of columns */
    const int64_t *end = live.answer + 1 + read_answer();
    if (end < at) {
        return 0;
    }
    while (at < end) {
        int64_t start = at[1], length = at[2];
        at += 3;
        if (length < 0 || length > end - at || start < 0 || start > x[STATE_WORDS] - length) {
            return 0;
        }
        memcpy((int64_t *)(intptr_t)x[VIEW] + start, at, (size_t)length * sizeof(int64_t));
        at += length;
    }
    return 1;
}

int32_t
live_call(int64_t *x, int32_t function)
{
    int32_t status = live.library(x, function);
    if (status != NOW || live.number == 0) {
        return status;
    }
    if (!send_order(x) || !learn(x)) {
        _exit(0); /* the engine is gone */
    }
    x[ORDERS]++;
    return DONE;
}
