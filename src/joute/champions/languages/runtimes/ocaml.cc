// The OCaml runtime, started once when the champion is loaded; every callback is a closure registered by its name.
#include "joute.hh"

#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#define CAML_NAME_SPACE
extern "C" {
#include <caml/alloc.h>
#include <caml/callback.h>
#include <caml/fail.h>
#include <caml/memory.h>
#include <caml/mlvalues.h>
#include <caml/printexc.h>
}

namespace {

std::string text_of(value raised) {
  char* text = caml_format_exception(raised);
  std::string message = std::string("exception ") + text;
  std::free(text);
  return message;
}

bool returned(value result) {
  if (!Is_exception_result(result)) return true;
  joute::fail(text_of(Extract_exception(result)).c_str());
  return false;
}

}  // namespace

extern "C" bool joute_ocaml_start() {
  static char name[] = "champion";
  char* argv[] = {name, nullptr};
  return returned(caml_startup_exn(argv));
}

extern "C" void joute_ocaml_need(const char* name) {
  std::string message = std::string("the function ") + name + " is missing: Callback.register \"" + name + "\" " + name;
  if (caml_named_value(name) == nullptr) joute::fail(message.c_str());
}

extern "C" void joute_ocaml_run(const char* name) {
  const value* callback = caml_named_value(name);
  if (callback != nullptr) returned(caml_callback_exn(*callback, Val_unit));
}

extern "C" void joute_finish() {
  const value* flush = caml_named_value("Pervasives.do_at_exit");
  if (flush != nullptr) returned(caml_callback_exn(*flush, Val_unit));
}

// An uncaught exception would end the process.
extern "C" void __wrap_caml_fatal_uncaught_exception(value raised) {
  static char kept[1000];  // nothing on the stack is destroyed when a champion dies
  std::strncpy(kept, text_of(raised).c_str(), sizeof kept - 1);
  joute::die(kept);
}

namespace {

int64_t called(value function, value words, const void** answer, std::size_t* length) {
  std::vector<int64_t> sent(Wosize_val(words));
  for (std::size_t i = 0; i < sent.size(); i++) sent[i] = Long_val(Field(words, i));
  return joute_call(Int_val(function), sent.data(), sent.size(), answer, length);
}

}  // namespace

// int -> int array -> int array: the number answered, then the words.
extern "C" value joute_ocaml_words(value function, value words) {
  CAMLparam2(function, words);
  CAMLlocal1(answer);
  const void* bytes = nullptr;
  std::size_t length = 0;
  int64_t number = called(function, words, &bytes, &length);
  const int32_t* got = static_cast<const int32_t*>(bytes);
  answer = caml_alloc(length / sizeof(int32_t) + 1, 0);
  Store_field(answer, 0, Val_long(number));
  for (std::size_t i = 0; i < length / sizeof(int32_t); i++) Store_field(answer, i + 1, Val_long(got[i]));
  CAMLreturn(answer);
}

// int -> int array -> string: an answer in JSON.
extern "C" value joute_ocaml_text(value function, value words) {
  CAMLparam2(function, words);
  const void* bytes = nullptr;
  std::size_t length = 0;
  called(function, words, &bytes, &length);
  CAMLreturn(caml_alloc_initialized_string(length, static_cast<const char*>(bytes)));
}
