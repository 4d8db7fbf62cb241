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

extern "C" value caml_ml_out_channels_list(value unit);
extern "C" value caml_ml_flush(value channel);

extern "C" void joute_flush() {
  CAMLparam0();
  CAMLlocal1(left);
  for (left = caml_ml_out_channels_list(Val_unit); left != Val_emptylist; left = Field(left, 1))
    caml_ml_flush(Field(left, 0));
  CAMLreturn0;
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

extern "C" value joute_ocaml_time_ms(value) { return Val_long(joute_time_ms()); }

extern "C" value joute_ocaml_bank_ms(value) { return Val_long(joute_bank_ms()); }

// Nothing of OCaml runs meanwhile, so nothing is moved. A float array is a row of doubles.
extern "C" value joute_ocaml_note(value kind, value numbers, value text, value color) {
  joute_note(String_val(kind), reinterpret_cast<const double*>(numbers), String_val(text), String_val(color));
  return Val_unit;
}

// The API: for each type how it is put into a call and made of an answer's words, for each function a stub; the types of
// a game are generated, after this. Whatever allocates may raise, so it comes after the call, on a copy of the rows.

namespace {

using joute::Call;
using At = const int64_t*;

void put_int(Call& call, value v) {
  if (Long_val(v) != static_cast<int32_t>(Long_val(v))) call.malformed();
  call.put(Long_val(v));
}

void put_bool(Call& call, value v) { call.put(Bool_val(v)); }

value take_int(At& at) { return Val_long(*at++); }

value take_bool(At& at) { return Val_bool(*at++ != 0); }

// The rows of an answer, where they stay until the next call.
At kept(const Call& call, int64_t number, std::size_t width) {
  thread_local std::vector<int64_t> rows;
  if (number <= 0) return call.rows();
  rows.assign(call.rows(), call.rows() + static_cast<std::size_t>(number) * width);
  return rows.data();
}

template <value (*take)(At&)>
value made(int64_t number, At at) {
  CAMLparam0();
  CAMLlocal1(items);
  items = caml_alloc(static_cast<mlsize_t>(number), 0);
  for (int64_t i = 0; i < number; i++) {
    value item = take(at);
    Store_field(items, i, item);
  }
  CAMLreturn(items);
}

}  // namespace

extern "C" value joute_ocaml_bytecode(value*, int) { caml_failwith("champions are compiled to native code"); }
