// One call of the API: its words go into the exchange, and the rules' library answers it, or else the host.
#pragma once
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>

#include "exchange.hh"

namespace joute {

// What positions need of the rules (`position.cc`).
struct Rules {
  const void* entries[JOUTE_ENTRIES];  // the library's functions, as docs/en/libraries.md lists them; null for absent ones
  int64_t seats;
};

struct Exchange {
  int64_t (*host)(int64_t function, int64_t count);
  int32_t (*call)(int64_t* words, int32_t function);  // the library's; null: the host answers all calls
  int64_t* words;
  const void* answer;  // what the host answers, where it is more than a number
  int64_t length;      // in bytes
  void (*note)(const char* kind, const double* numbers, const char* text, const char* color);
  int32_t time_ms, bank_ms;  // of this callback; -1 without a clock
  const Rules* rules;        // null where the game has no library
};

}  // namespace joute

extern "C" joute::Exchange joute_exchange;

namespace joute {

extern std::recursive_mutex busy;  // Champions may have threads; the exchange is one.

class Call {
public:
  explicit Call(int function) : words_(joute_exchange.words), function_(function) { busy.lock(); }
  ~Call() { busy.unlock(); }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  void put(int64_t word) {
    if (count_ < JOUTE_ROOM) words_[JOUTE_GIVEN + count_++] = word;
  }
  // The length of a list, and whether its items follow: a list that is too long counts as malformed.
  bool put_length(std::size_t length, std::size_t most) {
    if (length > most) malformed();
    put(length > most ? -1 : static_cast<int64_t>(length));
    return length <= most;
  }
  // A malformed call is left to the host.
  void malformed() { well_formed_ = false; }
  // What the champion has printed comes before what the host prints.
  void flush();
  // The number answered; where there are rows, how many.
  int64_t send() {
    if (joute_exchange.call != nullptr && well_formed_) {
      words_[JOUTE_COUNT] = count_;
      if (joute_exchange.call(words_, function_) == JOUTE_DONE) {
        at_ = reinterpret_cast<const int64_t*>(words_[JOUTE_ROWS]);
        return words_[JOUTE_ANSWER];
      }
    }
    return ask_host();
  }
  int64_t take() { return *at_++; }
  const int64_t* rows() const { return at_; }
  std::string text() const;

private:
  int64_t ask_host();

  int64_t* words_;
  int function_;
  int64_t count_ = 0;
  bool well_formed_ = true;
  const int64_t* at_ = nullptr;
};

// A callback fails with this message, as with an exception.
void fail(const char* message);
// The champion is beyond mending: back to the host, whatever stands in between.
[[noreturn]] void die(const char* message);
// The functions of the API work in the match again, whatever positions were entered.
void leave_positions();

}  // namespace joute

// The same for other languages. `joute_call` returns the number answered; of rows of `width` words, how many, and they
// stay where `rows` points until the thread's next call. With a list that is too long, its length is -1 and the call is
// `malformed`. `joute_text` answers with bytes.
extern "C" int64_t joute_call(int32_t function, const int64_t* words, std::size_t count, bool malformed,
                              std::size_t width, const int64_t** rows);
extern "C" const char* joute_text(int32_t function, const int64_t* words, std::size_t count, std::size_t* length);
extern "C" void joute_fail(const char* message);

// A note or drawing, recorded at once (`joute.debug` has the kinds and their numbers); without a colour it is red.
extern "C" void joute_note(const char* kind, const double* numbers, const char* text, const char* color);

// The time for a callback, and what was left in the bank when it began; -1 without a clock.
extern "C" int32_t joute_time_ms();
extern "C" int32_t joute_bank_ms();
