// Positions as values of OCaml: custom blocks that own one each. It follows the stubs of the API.
#include <caml/custom.h>

extern "C" {
#include "joute_position.h"
}

namespace {

std::vector<int32_t> numbers;  // of orders on their way

struct Owned {
  joute_position* p;
};

void free_position(value v) { joute_position_free(static_cast<Owned*>(Data_custom_val(v))->p); }

custom_operations position_operations = {
    "joute.position",           free_position,            custom_compare_default, custom_hash_default,
    custom_serialize_default, custom_deserialize_default, custom_compare_ext_default, custom_fixed_length_default,
};

joute_position* position_of(value v) { return static_cast<Owned*>(Data_custom_val(v))->p; }

value position_value(joute_position* p) {
  value made = caml_alloc_custom_mem(&position_operations, sizeof(Owned), joute_position_bytes(p));
  static_cast<Owned*>(Data_custom_val(made))->p = p;
  return made;
}

const std::vector<int32_t>& numbers_of(value row) {
  numbers.clear();
  for (mlsize_t i = 0; i < Wosize_val(row); i++) numbers.push_back(static_cast<int32_t>(Long_val(Field(row, i))));
  return numbers;
}

value row_of(std::size_t length) {
  value made = caml_alloc(static_cast<mlsize_t>(length), 0);
  for (std::size_t i = 0; i < length; i++) Store_field(made, i, Val_long(numbers[i]));
  return made;
}

int32_t size_of(const std::vector<int32_t>& row) { return static_cast<int32_t>(row.size()); }

}  // namespace

extern "C" {
value joute_ocaml_position_new(value) { return position_value(joute_position_new()); }
value joute_ocaml_position_copy(value p) { return position_value(joute_position_copy(position_of(p))); }
value joute_ocaml_position_become(value p, value other) {
  joute_position_become(position_of(p), position_of(other));
  return Val_unit;
}
value joute_ocaml_position_enter(value p) {
  joute_position_enter(position_of(p));
  return Val_unit;
}
value joute_ocaml_position_leave(value) {
  joute_position_leave();
  return Val_unit;
}
value joute_ocaml_position_turn(value p) { return Val_long(joute_position_turn(position_of(p))); }
value joute_ocaml_position_over(value p) { return Val_bool(joute_position_over(position_of(p))); }
value joute_ocaml_position_seats(value p) { return Val_long(joute_position_seats(position_of(p))); }
value joute_ocaml_position_seat(value p) { return Val_long(joute_position_seat(position_of(p))); }
value joute_ocaml_position_asked(value p, value seat) {
  return Val_bool(joute_position_asked(position_of(p), static_cast<int32_t>(Long_val(seat))));
}
value joute_ocaml_position_play_as(value p, value seat) {
  joute_position_play_as(position_of(p), static_cast<int32_t>(Long_val(seat)));
  return Val_unit;
}
value joute_ocaml_position_sample(value p) {
  numbers.resize(JOUTE_ROW_MOST);
  return row_of(static_cast<std::size_t>(joute_position_sample(position_of(p), numbers.data())));
}
value joute_ocaml_position_check(value p, value row) {
  const std::vector<int32_t>& order = numbers_of(row);
  return Val_long(joute_position_check(position_of(p), order.data(), size_of(order)));
}
value joute_ocaml_position_act(value p, value row) {
  const std::vector<int32_t>& order = numbers_of(row);
  return Val_long(joute_position_act(position_of(p), order.data(), size_of(order)));
}
value joute_ocaml_position_random_turn(value p) { return Val_long(joute_position_random_turn(position_of(p))); }
value joute_ocaml_position_orders(value p) {
  numbers.resize(static_cast<std::size_t>(joute_position_orders(position_of(p), nullptr, 0)));
  joute_position_orders(position_of(p), numbers.data(), size_of(numbers));
  return row_of(numbers.size());
}
value joute_ocaml_position_others(value p) {
  numbers.resize(static_cast<std::size_t>(joute_position_seats(position_of(p))));
  return row_of(static_cast<std::size_t>(joute_position_others(position_of(p), numbers.data())));
}
value joute_ocaml_position_determinise(value p) {
  joute_position_determinise(position_of(p));
  return Val_unit;
}
value joute_ocaml_position_end(value p) {
  joute_position_end(position_of(p));
  return Val_unit;
}
value joute_ocaml_position_end_random(value p) {
  joute_position_end_random(position_of(p));
  return Val_unit;
}
value joute_ocaml_position_score(value p, value seat) {
  return Val_long(joute_position_score(position_of(p), static_cast<int32_t>(Long_val(seat))));
}
value joute_ocaml_position_rank(value p, value seat) {
  return Val_long(joute_position_rank(position_of(p), static_cast<int32_t>(Long_val(seat))));
}
value joute_ocaml_position_rollout(value p, value phases) {
  return Val_long(joute_position_rollout(position_of(p), Long_val(phases)));
}
value joute_ocaml_give(value plan) {
  const std::vector<int32_t> orders = numbers_of(plan);
  return Val_long(joute_give(orders.data(), size_of(orders)));
}
value joute_ocaml_seed(value number) {
  joute_position_seed(Long_val(number));
  return Val_unit;
}
}
