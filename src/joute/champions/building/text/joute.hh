// One call of the API: words go into a buffer, the host answers with a number or with words of its own.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

namespace joute {

class Call {
public:
  explicit Call(int function);
  ~Call();
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  void put(int64_t word);
  // The length of a list, and whether its items follow: a list that is too long counts as malformed.
  bool put_length(std::size_t length, std::size_t most);
  // What the champion has printed comes before what the host prints.
  void flush();
  int64_t send();
  int64_t take();
  std::string text() const;

private:
  int function_;
  int64_t count_ = 0;
  const int32_t* at_ = nullptr;
  const int32_t* end_ = nullptr;
};

// A callback fails with this message, as with an exception.
void fail(const char* message);
// The champion is beyond mending: back to the host, whatever stands in between.
[[noreturn]] void die(const char* message);

}  // namespace joute

// The same for other languages: the number answered; where it is more than a number, its bytes, kept until the next call.
extern "C" int64_t joute_call(int32_t function, const int64_t* words, std::size_t count, const void** answer,
                              std::size_t* length);
extern "C" void joute_fail(const char* message);
