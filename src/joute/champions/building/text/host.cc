// What the host finds in every champion: where calls are exchanged, and the callbacks with all that may leave them.
#include "joute.hh"

#include <csetjmp>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <dlfcn.h>
#include <exception>
#include <execinfo.h>
#include <iostream>
#include <new>
#include <string>
#include <sys/mman.h>
#include <typeinfo>
#include <unistd.h>
#include <vector>

#include "callbacks.hh"

#define SHOWN __attribute__((visibility("default")))

namespace {

enum Ending { RETURNED, RAISED, DIED, NO_MEMORY };

thread_local std::jmp_buf* way_out = nullptr;
bool failed = false;
int64_t unanswered[JOUTE_GIVEN + JOUTE_ROOM];  // where calls go before the host has connected the exchange

}  // namespace

extern "C" {
SHOWN joute::Exchange joute_exchange = {nullptr, nullptr, unanswered, nullptr, 0, nullptr, -1, -1, nullptr};
SHOWN char joute_message[1024];
SHOWN int joute_starved;  // whether memory was refused during this callback
void joute_start() __attribute__((weak));
void joute_finish() __attribute__((weak));
void joute_flush() __attribute__((weak));  // what a language has buffered of its output
void __real_exit(int) __attribute__((noreturn));
void __real__exit(int) __attribute__((noreturn));
void __real_abort() __attribute__((noreturn));
void* __real_malloc(std::size_t);
void* __real_calloc(std::size_t, std::size_t);
void* __real_realloc(void*, std::size_t);
}

namespace joute {

std::recursive_mutex busy;

void Call::flush() {
  std::cout.flush();
  std::fflush(nullptr);
}

int64_t Call::ask_host() {
  static const int64_t nothing[JOUTE_WIDTH] = {};
  at_ = nothing;
  joute_exchange.length = 0;
  if (joute_exchange.host == nullptr) return 0;
  int64_t answer = joute_exchange.host(function_, count_);
  if (joute_exchange.length > 0) at_ = static_cast<const int64_t*>(joute_exchange.answer);
  return answer;
}

std::string Call::text() const {
  return std::string(static_cast<const char*>(joute_exchange.answer), static_cast<std::size_t>(joute_exchange.length));
}

void fail(const char* message) {
  std::snprintf(joute_message, sizeof joute_message, "%s", message);
  failed = true;
}

void die(const char* message) {
  if (way_out == nullptr) {
    std::fprintf(stderr, "%s\n", message);
    std::fflush(nullptr);
    __real__exit(1);
  }
  std::snprintf(joute_message, sizeof joute_message, "%s", message);
  std::longjmp(*way_out, 1);
}

namespace {

void write_note(const char* kind, const char* format, va_list values) {
  char* text = nullptr;
  if (vasprintf(&text, format, values) < 0) return;
  joute_note(kind, nullptr, text, nullptr);
  std::free(text);
}

const char* name_of_exception() {
  static char name[512];
  const std::type_info* type = abi::__cxa_current_exception_type();
  int status = 0;
  char* clear = type == nullptr ? nullptr : abi::__cxa_demangle(type->name(), nullptr, nullptr, &status);
  std::snprintf(name, sizeof name, "%s", clear != nullptr ? clear : "an exception");
  std::free(clear);
  return name;
}

Ending caught(void (*run)()) {
  try {
    run();
    return failed ? RAISED : RETURNED;
  } catch (const std::bad_alloc& raised) {
    std::snprintf(joute_message, sizeof joute_message, "%s: %s", name_of_exception(), raised.what());
    return NO_MEMORY;
  } catch (const std::exception& raised) {
    std::snprintf(joute_message, sizeof joute_message, "%s: %s", name_of_exception(), raised.what());
  } catch (const char* raised) {
    std::snprintf(joute_message, sizeof joute_message, "%s", raised);
  } catch (abi::__forced_unwind&) {
    throw;
  } catch (...) {
    std::snprintf(joute_message, sizeof joute_message, "%s was thrown", name_of_exception());
  }
  return RAISED;
}

// Who is refused memory and does not look will fall: then it is known why.

const char starved_told[] = "Cannot allocate memory\n";
const std::size_t morsel = 1 << 20;
const int falls[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGUSR1};  // SIGUSR1: the engine asks for the stack
struct sigaction before[sizeof falls / sizeof *falls];

void tell_starved() {
  if (joute_starved == 0) (void)!write(2, starved_told, sizeof starved_told - 1);
  joute_starved = 1;
}

// Whether an address is in this library, and where.
bool own(void* address, std::size_t* offset) {
  Dl_info here, there;
  if (dladdr(joute_message, &here) == 0 || dladdr(address, &there) == 0) return false;
  *offset = static_cast<std::size_t>(static_cast<char*>(address) - static_cast<char*>(here.dli_fbase));
  return here.dli_fbase == there.dli_fbase;
}

// Writes where in this library a signal came, from the innermost call on, for the engine to find the lines.
void tell_stack() {
  const int most = 64;
  void* frames[most];
  char line[most * 20] = "joute: stack";
  std::size_t offset, length = std::strlen(line);
  int count = backtrace(frames, most), at = 0;
  while (at < count && own(frames[at], &offset)) at++;  // the handler itself; then comes what the kernel returns to
  for (int i = at + 1; i < count; i++)
    if (own(frames[i], &offset))  // all but the first are the addresses after a call
      length += static_cast<std::size_t>(std::snprintf(line + length, 20, " %zx", offset - (i > at + 1)));
  line[length++] = '\n';
  (void)!write(2, line, length);
}

// Says where it is, and whether there is no memory left; then does what the signal would have done.
void fell(int signal, siginfo_t* about, void* context) {
  tell_stack();
  void* more = mmap(nullptr, morsel, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (more == MAP_FAILED && signal != SIGUSR1) tell_starved();
  struct sigaction* known = before;
  while (falls[known - before] != signal) known++;
  if (known->sa_flags & SA_SIGINFO) return known->sa_sigaction(signal, about, context);
  sigaction(signal, known, nullptr);
  raise(signal);
}

// Again after a language has started: its run time may watch some of them itself, and then comes after us.
void watch_falls() {
  static char alternate[1 << 16];  // where handlers run: the stack may be what has overflowed
  stack_t stack = {};
  stack.ss_sp = alternate;
  stack.ss_size = sizeof alternate;
  sigaltstack(&stack, nullptr);
  void* frame;
  backtrace(&frame, 1);  // the first time it loads a library, which it cannot in a handler
  struct sigaction watch = {}, now;
  watch.sa_sigaction = fell;
  watch.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  for (std::size_t i = 0; i < sizeof falls / sizeof *falls; i++) {
    sigaction(falls[i], nullptr, &now);
    if (now.sa_sigaction == fell) continue;
    before[i] = now;
    sigaction(falls[i], &watch, nullptr);
  }
}

int guarded(void (*run)()) {
  std::jmp_buf here;
  failed = false;
  joute_starved = 0;
  joute_message[0] = 0;
  way_out = &here;
  int ending = setjmp(here) == 0 ? caught(run) : DIED;
  if (ending != DIED && joute_flush != nullptr) joute_flush();
  way_out = nullptr;
  leave_positions();
  std::cout.flush();
  std::fflush(nullptr);
  return ending;
}

}  // namespace
}  // namespace joute

extern "C" {

SHOWN int joute_load() {
  joute::watch_falls();
  if (joute_start == nullptr) return RETURNED;
  int ending = joute::guarded(joute_start);
  joute::watch_falls();
  return ending;
}

SHOWN int joute_run(int callback) { return joute::guarded(joute_callbacks[callback]); }

SHOWN int joute_leave() { return joute_finish == nullptr ? RETURNED : joute::guarded(joute_finish); }

int64_t joute_call(int32_t function, const int64_t* words, std::size_t count, bool malformed, std::size_t width,
                   const int64_t** rows) {
  joute::Call call(function);
  for (std::size_t i = 0; i < count; i++) call.put(words[i]);
  if (malformed) call.malformed();
  int64_t number = call.send();
  if (width > 0) {
    thread_local std::vector<int64_t> kept;
    if (number > 0) kept.assign(call.rows(), call.rows() + static_cast<std::size_t>(number) * width);
    *rows = number > 0 ? kept.data() : call.rows();
  }
  return number;
}

const char* joute_text(int32_t function, const int64_t* words, std::size_t count, std::size_t* length) {
  joute::Call call(function);
  for (std::size_t i = 0; i < count; i++) call.put(words[i]);
  call.send();
  thread_local std::string kept;
  kept = call.text();
  *length = kept.size();
  return kept.data();
}

void joute_fail(const char* message) { joute::fail(message); }

void joute_note(const char* kind, const double* numbers, const char* text, const char* color) {
  if (joute_exchange.note != nullptr) joute_exchange.note(kind, numbers, text, color);
}

int32_t joute_time_ms() { return joute_exchange.time_ms; }

int32_t joute_bank_ms() { return joute_exchange.bank_ms; }

void joute_log(const char* format, ...) {
  va_list values;
  va_start(values, format);
  joute::write_note("log", format, values);
  va_end(values);
}

void joute_mark(const char* format, ...) {
  va_list values;
  va_start(values, format);
  joute::write_note("mark", format, values);
  va_end(values);
}

// A callback ends by returning. Whatever else would end the process is told instead.

void __wrap_exit(int code) {
  if (way_out == nullptr) __real_exit(code);
  char message[100];
  std::snprintf(message, sizeof message, "the champion called exit(%d); a callback ends by returning", code);
  joute::die(message);
}

void __wrap__exit(int code) {
  if (way_out == nullptr) __real__exit(code);
  __wrap_exit(code);
}

void __wrap_abort() {
  if (way_out == nullptr) __real_abort();
  joute::die("the champion called abort()");
}

void __wrap___assert_fail(const char* assertion, const char* file, unsigned line, const char* function) {
  char message[900];
  std::snprintf(message, sizeof message, "%s:%u: %s: Assertion `%s' failed.", file, line, function ? function : "?",
                assertion);
  joute::die(message);
}

static void* given(void* memory, std::size_t size) {
  if (memory == nullptr && size != 0) joute::tell_starved();
  return memory;
}

void* __wrap_malloc(std::size_t size) { return given(__real_malloc(size), size); }

void* __wrap_calloc(std::size_t count, std::size_t size) { return given(__real_calloc(count, size), count * size); }

void* __wrap_realloc(void* old, std::size_t size) { return given(__real_realloc(old, size), size); }
}
