/* What `_calls.c`, `_live.c` and `_refusals.c` share. `calls.py` compares the numbers with those of `core/backends/exchange.py`. */

#include <stddef.h>
#include <stdint.h>

/* Words of an exchange, and what a library returns. */
enum { COUNT = 1, ANSWER = 2, ROWS = 3, ORDERS = 6, VIEW = 11, STATE_WORDS = 13, ROW = 38, GIVEN = 39 };
enum { DONE = 0, NOW = 4 };

typedef int32_t (*LibraryCall)(int64_t *exchange, int32_t function);

/* Send orders by this wire; answers have at most so many words. 0 if there is no memory. */
int live_connect(LibraryCall library, int wire, size_t words);
/* The callback with this number runs now. */
void live_begin(int64_t number);
/* Have the library answer a call, and the engine make the order if it is one. */
int32_t live_call(int64_t *exchange, int32_t function);

/* Note refused orders in these words, at most so many; `actions`: a bit for each function that gives an order. */
void refusals_listen(int64_t *words, size_t room, int64_t most, int64_t ok, uint64_t actions);
/* Note the call that was answered, if it is an order that was refused. */
void note_refusal(const int64_t *exchange, int32_t function);
/* `noted_call` has this library answer a call, and notes it. */
void refusals_follow(LibraryCall library);
int32_t noted_call(int64_t *exchange, int32_t function);
