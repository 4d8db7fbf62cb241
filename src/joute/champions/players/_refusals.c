/* The orders of a callback that the rules refuse, noted with no Python in between. `refusals.py` says how they are
   written, and reads them. A process has one champion at a time, so there is one noted. */

#include "_calls.h"

#include <string.h>

enum { REFUSED, END, HEAD };

static struct {
    LibraryCall library;
    int64_t *words; /* NULL: nobody listens */
    uint64_t room;
    int64_t most, ok;
    uint64_t actions; /* a bit for each function of the API that gives an order */
} noted;

void
refusals_listen(int64_t *words, size_t room, int64_t most, int64_t ok, uint64_t actions)
{
    noted.room = room;
    noted.most = most;
    noted.ok = ok;
    noted.actions = actions;
    noted.words = words;
}

void
refusals_follow(LibraryCall library)
{
    noted.library = library;
}

void
note_refusal(const int64_t *x, int32_t function)
{
    if (!(noted.actions >> (function & 63) & 1) || x[ANSWER] == noted.ok || noted.words == NULL) {
        return;
    }
    uint64_t end = (uint64_t)noted.words[END], count = (uint64_t)x[COUNT];
    if (noted.words[REFUSED]++ >= noted.most || end < HEAD || end > noted.room || count > noted.room || count + 4 > noted.room - end) {
        return;
    }
    int64_t *entry = noted.words + end;
    entry[0] = (int64_t)count + 3;
    entry[1] = x[ORDERS];
    entry[2] = x[ANSWER];
    memcpy(entry + 3, x + ROW, (size_t)(count + 1) * sizeof(int64_t));
    noted.words[END] = (int64_t)(end + count + 4);
}

int32_t
noted_call(int64_t *x, int32_t function)
{
    int32_t status = noted.library(x, function);
    if (status == DONE) {
        note_refusal(x, function);
    }
    return status;
}
