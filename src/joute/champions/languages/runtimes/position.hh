namespace joute {
typedef std::vector<int> Order;
class Position {
  joute_position* p_;
  Position(joute_position* p) : p_(p) {}
  friend Position position();

public:
  /// @p.copy@
  Position(const Position& other) : p_(joute_position_copy(other.p_)) {}
  /// @p.become@
  Position& operator=(const Position& other) {
    joute_position_become(p_, other.p_);
    return *this;
  }
  ~Position() { joute_position_free(p_); }
  /// @p.enter@ `Position::Inside inside(p);` enters it until the end of the block.
  class Inside {
  public:
    explicit Inside(Position& p) { joute_position_enter(p.p_); }
    ~Inside() { joute_position_leave(); }
    Inside(const Inside&) = delete;
  };
  /// @p.turn@
  int turn() const { return joute_position_turn(p_); }
  /// @p.over@
  bool over() const { return joute_position_over(p_); }
  /// @p.seats@
  int seats() const { return joute_position_seats(p_); }
  /// @p.asked@
  bool asked(int seat) const { return joute_position_asked(p_, seat); }
  /// @p.seat@
  int seat() const { return joute_position_seat(p_); }
  /// @p.play_as@
  Position& play_as(int seat) {
    joute_position_play_as(p_, seat);
    return *this;
  }
  /// @p.sample@
  Order sample() {
    Order order(@ROW@);
    order.resize(static_cast<std::size_t>(joute_position_sample(p_, order.data())));
    return order;
  }
  /// @p.check@
  int check(const Order& order) { return joute_position_check(p_, order.data(), static_cast<int>(order.size())); }
  /// @p.act@
  int act(const Order& order) { return joute_position_act(p_, order.data(), static_cast<int>(order.size())); }
  /// @p.random_turn@
  int random_turn() { return joute_position_random_turn(p_); }
  /// @p.orders@
  std::vector<Order> orders() const {
    Order all(static_cast<std::size_t>(joute_position_orders(p_, nullptr, 0)));
    joute_position_orders(p_, all.data(), static_cast<int>(all.size()));
    std::vector<Order> orders;
    for (auto at = all.begin(); at != all.end(); at += *at + 1) orders.emplace_back(at + 1, at + 1 + *at);
    return orders;
  }
  /// @p.determinise@
  Position& determinise() {
    joute_position_determinise(p_);
    return *this;
  }
  /// @p.end@
  void end() { joute_position_end(p_); }
  /// @p.end_random@
  void end_random() { joute_position_end_random(p_); }
  /// @p.end_with@
  template <class Play>
  void end_with(Play play) {
    struct With {
      Position* p;
      Play* play;
      static void call(joute_position*, void* with) { (*static_cast<With*>(with)->play)(*static_cast<With*>(with)->p); }
    } with = {this, &play};
    joute_position_end_with(p_, With::call, &with);
  }
  /// @p.score@
  long score(int seat) const { return joute_position_score(p_, seat); }
  /// @p.rank@
  int rank(int seat) const { return joute_position_rank(p_, seat); }
  /// @p.rollout@
  long rollout(long phases = 1L << 62) { return joute_position_rollout(p_, phases); }
};
/// @position@
inline Position position() { return Position(joute_position_new()); }
/// @give@
inline int give(const std::vector<Order>& orders) {
  Order all;
  for (const Order& order : orders) {
    all.push_back(static_cast<int>(order.size()));
    all.insert(all.end(), order.begin(), order.end());
  }
  return joute_give(all.data(), static_cast<int>(all.size()));
}
/// @seed@
inline void seed(long number) { joute_position_seed(number); }
}  // namespace joute
