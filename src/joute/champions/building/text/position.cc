// Positions that a champion tries things on: blocks of its own, on which the rules' library plays (docs/en/position.md).
// The functions of the API work on the one that is entered, since each call goes through `joute_exchange`.
#include "joute.hh"

#include <cstring>
#include <vector>

extern "C" {
#include "joute_position.h"
}

using joute::die;
typedef std::vector<int64_t> Words;

namespace {

const char needs_library[] = "positions need the library of the game, which is not here: build it with `joute build`";
const char failed[] = "the rules cannot play on from here: the position makes no sense, or is what you know in the fog; "
                      "determinise it first";
const char is_view[] = "this position is what you know in the fog: determinise it before you play it on";
const int64_t LOG_WORDS = 1 << 16, NONE = -1;

// The orders of one seat in this phase, as the exchange notes them.
struct Log {
  Words words;
  int64_t end = 0, orders = 0;
};

// What all positions of this champion share.
int64_t generator[1] = {0};
Words row(JOUTE_ROW_MOST), log_room, tally(4);

const joute::Rules& rules() { return *joute_exchange.rules; }

const int32_t functions[] = {JOUTE_ACTIONS};  // of the API, by the number of an action

void require_order(const Words& order) {
  if (order.empty() || order.size() > JOUTE_ROOM || order[0] < 0 ||
      order[0] >= static_cast<int64_t>(sizeof functions / sizeof *functions))
    die("this row is no order");
}

template <class... Given>
int64_t entry(int number, Given... given) {
  int64_t answer = reinterpret_cast<int64_t (*)(Given...)>(rules().entries[number])(given...);
  if (answer == INT64_MIN) die(failed);
  return answer;
}

int32_t library_call(int64_t* x, int32_t function) {
  return reinterpret_cast<int32_t (*)(int64_t*, int32_t)>(rules().entries[JOUTE_ENTRY_CALL])(x, function);
}

}  // namespace

struct joute_position {
  Words state, draft, x;
  std::vector<Log> logs;
  bool played = false;  // whether any seat has given orders in this phase
  int64_t observer;     // the seat whose view it is, in a game that can turn views into truths, or none

  explicit joute_position(const int64_t* words)
      : state(at(words[JOUTE_STATE]), at(words[JOUTE_STATE]) + words[JOUTE_STATE_WORDS]),
        draft(state),
        x(JOUTE_GIVEN + JOUTE_ROOM),
        logs(static_cast<std::size_t>(rules().seats)),
        observer(rules().entries[JOUTE_ENTRY_DETERMINISE] == nullptr ? NONE : words[JOUTE_SEAT]) {
    for (int word : {JOUTE_SEAT, JOUTE_REST, JOUTE_ROWS}) x[static_cast<std::size_t>(word)] = words[word];
    x[JOUTE_AWAKE] = 1;
    point();
  }

  joute_position(const joute_position& other)
      : state(other.state), draft(other.draft), x(other.x), logs(other.logs.size()), observer(other.observer) {
    become(other);
  }
  joute_position& operator=(const joute_position& other) = delete;

  static const int64_t* at(int64_t address) { return reinterpret_cast<const int64_t*>(address); }
  static int64_t address(const Words& words) { return reinterpret_cast<int64_t>(words.data()); }
  int64_t rest() const { return x[JOUTE_REST]; }
  int64_t seat() const { return x[JOUTE_SEAT]; }
  Log& log() { return logs[static_cast<std::size_t>(seat())]; }

  // The exchange knows where everything lies, and the orders of one seat.
  void point() {
    x[JOUTE_VIEW] = x[JOUTE_STATE] = address(state);
    x[JOUTE_DRAFT] = address(draft);
    x[JOUTE_STATE_WORDS] = static_cast<int64_t>(state.size());
    x[JOUTE_LOG] = address(log().words);
    x[JOUTE_LOG_ROOM] = static_cast<int64_t>(log().words.size());
    x[JOUTE_LOG_END] = log().end;
    x[JOUTE_ORDERS] = log().orders;
    if (log().orders > 0 && !JOUTE_LIVE) {
      draft = state;
      make(log(), draft);
      x[JOUTE_STATE] = address(draft);
    }
  }

  void keep() {
    log().end = x[JOUTE_LOG_END];
    log().orders = x[JOUTE_ORDERS];
    played = played || log().orders > 0;
  }

  // Make the orders of a log on a state.
  void make(Log& given, Words& on) {
    for (int64_t end = 0; end < given.end; end += given.words[static_cast<std::size_t>(end)] + 2) {
      int64_t* words = given.words.data() + end;
      entry(JOUTE_ENTRY_APPLY, on.data(), rest(), seat_of(given), words + 1, words[0]);
    }
  }
  int64_t seat_of(const Log& given) const { return &given - logs.data(); }

  void become(const joute_position& other) {
    if (this == &other) return;
    state = other.state;  // no memory is taken where it has the same size
    if (draft.size() != state.size()) draft = state;
    for (std::size_t i = 0; played && i < logs.size(); i++) logs[i].end = logs[i].orders = 0;
    for (std::size_t i = 0; other.has_orders() && i < logs.size(); i++) {
      const Log& theirs = other.logs[i];
      bool now = static_cast<int64_t>(i) == other.seat();
      int64_t end = now ? other.x[JOUTE_LOG_END] : theirs.end;
      if (logs[i].words.size() < theirs.words.size()) logs[i].words.resize(theirs.words.size());
      std::memcpy(logs[i].words.data(), theirs.words.data(), static_cast<std::size_t>(end) * sizeof(int64_t));
      logs[i].end = end;
      logs[i].orders = now ? other.x[JOUTE_ORDERS] : theirs.orders;
    }
    played = other.has_orders();
    observer = other.observer;
    x[JOUTE_SEAT] = other.seat();
    point();
  }
  bool has_orders() const { return played || x[JOUTE_ORDERS] > 0; }

  void play_as(int64_t other) {
    if (other < 0 || other >= rules().seats) die("play_as: there is no such seat");
    if (other == seat()) return;
    keep();
    x[JOUTE_SEAT] = other;
    point();
  }

  // A call of the API by the seat.
  int32_t call(int32_t function) {
    for (;;) {
      int32_t status = library_call(x.data(), function);
      if (status == JOUTE_NOW) return make_now();
      if (status == JOUTE_TOO_MANY) die("more orders in one turn than the game allows");
      if (status < 0) die(failed);
      if (status != JOUTE_NO_ROOM) return status;
      grow();
    }
  }

  void grow() {
    Words& words = log().words;
    words.resize(2 * words.size() + 256 + static_cast<std::size_t>(x[JOUTE_COUNT]));
    x[JOUTE_LOG] = address(words);
    x[JOUTE_LOG_ROOM] = static_cast<int64_t>(words.size());
  }

  // In a live game: make the order that was accepted, and note it as the library does elsewhere.
  int32_t make_now() {
    const int64_t length = x[JOUTE_COUNT] + 1;
    entry(JOUTE_ENTRY_APPLY, state.data(), rest(), seat(), x.data() + JOUTE_ROW, length);
    if (x[JOUTE_LOG_END] + length + 2 > x[JOUTE_LOG_ROOM]) grow();
    int64_t* end = log().words.data() + x[JOUTE_LOG_END];
    end[0] = end[length + 1] = length;
    std::memcpy(end + 1, x.data() + JOUTE_ROW, static_cast<std::size_t>(length) * sizeof(int64_t));
    x[JOUTE_LOG_END] += length + 2;
    x[JOUTE_ORDERS]++;
    return JOUTE_DONE;
  }

  int64_t act(const Words& order) {
    require_order(order);
    return act(order.data(), static_cast<int64_t>(order.size()));
  }
  int64_t act(const int64_t* order, int64_t length) {
    x[JOUTE_COUNT] = length - 1;
    std::memcpy(x.data() + JOUTE_GIVEN, order + 1, static_cast<std::size_t>(length - 1) * sizeof(int64_t));
    call(functions[order[0]]);
    return x[JOUTE_ANSWER];
  }

  int64_t sample(Words& order) {
    return entry(JOUTE_ENTRY_SAMPLE, x[JOUTE_STATE], rest(), seat(), generator, int64_t(1), order.data(),
                 static_cast<int64_t>(order.size()));
  }

  int64_t random_turn() {
    int64_t given = 0, length;
    while (x[JOUTE_ORDERS] < JOUTE_ORDERS_MOST && (length = sample(row)) > 0 && act(row.data(), length) == JOUTE_OK)
      given++;
    return given;
  }

  bool asked(int64_t other) const {
    return phase() < JOUTE_PHASES && entry_of(JOUTE_ENTRY_ASKED, other) != 0;
  }
  int64_t entry_of(int number, int64_t other) const { return entry(number, state.data(), rest(), other); }
  int64_t phase() const { return state[JOUTE_PHASE]; }
  bool acts() const { return phase() < JOUTE_PHASES && (JOUTE_ACTING >> phase() & 1); }

  // The other seats that are asked and have given no order.
  std::vector<int64_t> others() const {
    std::vector<int64_t> seats;
    for (int64_t other = 0; other < rules().seats; other++)
      if (other != seat() && logs[static_cast<std::size_t>(other)].orders == 0 && asked(other)) seats.push_back(other);
    return seats;
  }

  template <class Play>
  void end_with(Play play) {
    playable();
    const int64_t own = seat();
    for (int64_t other : others()) {
      play_as(other);
      play();
    }
    play_as(own);
    end();
  }
  void end_random() {
    end_with([this] { random_turn(); });
  }

  void end() {
    playable();
    keep();
    if (acts() && !JOUTE_LIVE) {
      std::vector<Log*> given;
      for (Log& log : logs)
        if (log.orders > 0 && asked(seat_of(log))) given.push_back(&log);
      if (given.size() == 1 && given[0] == &log())
        state.swap(draft);
      else
        for (Log* log : given) make(*log, state);
    }
    entry(JOUTE_ENTRY_RESOLVE, state.data(), rest());
    forget();
  }

  void forget() {
    for (std::size_t i = 0; has_orders() && i < logs.size(); i++) logs[i].end = logs[i].orders = 0;
    played = false;
    point();
  }
  int64_t rollout(int64_t phases) {
    playable();
    bool first = phases > 0 && has_orders() && phase() < JOUTE_PHASES;
    if (first) end_random();
    log_room.resize(LOG_WORDS);
    tally[0] = 0;
    entry(JOUTE_ENTRY_RANDOM_PLAY, state.data(), rest(), draft.data(), rules().seats, generator, int64_t(1), row.data(),
          int64_t(row.size()), log_room.data(), LOG_WORDS, tally.data(), int64_t(tally.size()), phases - first);
    forget();
    return tally[0] + first;
  }

  void playable() const {
    if (observer != NONE) die(is_view);
  }

  void determinise() {
    if (observer == NONE) return;
    keep();
    entry(JOUTE_ENTRY_DETERMINISE, state.data(), rest(), observer, generator, int64_t(1));
    observer = NONE;
    point();
  }
};

namespace {

// Where the functions of the API worked before a position was entered.
struct Before {
  joute_position* entered;
  int64_t* words;
  int32_t (*call)(int64_t*, int32_t);
};
std::vector<Before> before;
joute_position* entered = nullptr;  // the innermost one

int32_t inside(int64_t*, int32_t function) { return entered->call(function); }

void redirect(const Before& to) {
  entered = to.entered;
  joute_exchange.words = to.words;
  joute_exchange.call = to.call;
}

void enter(joute_position* p) {
  before.push_back({entered, joute_exchange.words, joute_exchange.call});
  redirect({p, p->x.data(), inside});
}

void leave() {
  if (before.empty()) return;
  redirect(before.back());
  before.pop_back();
}

struct Inside {
  explicit Inside(joute_position* p) { enter(p); }
  ~Inside() { leave(); }
};

// In the match itself, wherever the functions of the API work.
struct InMatch {
  std::vector<Before> kept;
  Before here = {entered, joute_exchange.words, joute_exchange.call};
  InMatch() {
    kept.swap(before);
    if (!kept.empty()) redirect(kept[0]);
  }
  ~InMatch() {
    kept.swap(before);
    redirect(here);
  }
};

}  // namespace

namespace joute {

void leave_positions() {
  if (!before.empty()) redirect(before[0]);
  before.clear();
}

}  // namespace joute

typedef std::lock_guard<std::recursive_mutex> Lock;
#define LOCKED Lock lock(joute::busy)

extern "C" {

joute_position* joute_position_new() {
  LOCKED;
  if (joute_exchange.rules == nullptr) die(needs_library);
  if (generator[0] == 0) generator[0] = joute_exchange.words[JOUTE_SEAT] + 1;
  joute_position* made = new joute_position(joute_exchange.words);
  if (entered != nullptr) made->observer = entered->observer;
  return made;
}

joute_position* joute_position_copy(const joute_position* p) {
  LOCKED;
  return new joute_position(*p);
}

void joute_position_become(joute_position* p, const joute_position* other) {
  LOCKED;
  p->become(*other);
}

void joute_position_free(joute_position* p) { delete p; }

void joute_position_enter(joute_position* p) {
  LOCKED;
  enter(p);
}

void joute_position_leave() {
  LOCKED;
  leave();
}

int32_t joute_position_turn(const joute_position* p) { return static_cast<int32_t>(p->state[JOUTE_TURN]); }

bool joute_position_over(const joute_position* p) { return p->phase() >= JOUTE_PHASES; }

int32_t joute_position_seats(const joute_position*) { return static_cast<int32_t>(rules().seats); }

bool joute_position_asked(const joute_position* p, int32_t seat) {
  LOCKED;
  return p->asked(seat);
}

int32_t joute_position_seat(const joute_position* p) { return static_cast<int32_t>(p->seat()); }

void joute_position_play_as(joute_position* p, int32_t seat) {
  LOCKED;
  p->play_as(seat);
}

int32_t joute_position_sample(joute_position* p, int32_t* order) {
  LOCKED;
  int64_t length = p->sample(row);
  for (int64_t i = 0; i < length; i++) order[i] = static_cast<int32_t>(row[static_cast<std::size_t>(i)]);
  return static_cast<int32_t>(length);
}

int32_t joute_position_check(joute_position* p, const int32_t* order, int32_t length) {
  LOCKED;
  const Words words(order, order + length);
  require_order(words);
  return static_cast<int32_t>(
      entry(JOUTE_ENTRY_CHECK, p->x[JOUTE_STATE], p->rest(), p->seat(), words.data(), int64_t(length)));
}

int32_t joute_position_act(joute_position* p, const int32_t* order, int32_t length) {
  LOCKED;
  return static_cast<int32_t>(p->act(Words(order, order + length)));
}

int32_t joute_position_random_turn(joute_position* p) {
  LOCKED;
  return static_cast<int32_t>(p->random_turn());
}

int32_t joute_position_orders(const joute_position* p, int32_t* orders, int32_t room) {
  LOCKED;
  const Words& log = p->logs[static_cast<std::size_t>(p->seat())].words;
  int32_t at = 0;
  for (int64_t end = 0; end < p->x[JOUTE_LOG_END];) {
    int64_t length = log[static_cast<std::size_t>(end)];
    for (int64_t i = 0; i <= length; i++, at++)
      if (at < room) orders[at] = static_cast<int32_t>(log[static_cast<std::size_t>(end + i)]);
    end += length + 2;
  }
  return at;
}

void joute_position_determinise(joute_position* p) {
  LOCKED;
  p->determinise();
}

void joute_position_end(joute_position* p) {
  LOCKED;
  p->end();
}

void joute_position_end_random(joute_position* p) {
  LOCKED;
  p->end_random();
}

void joute_position_end_with(joute_position* p, void (*play)(joute_position*, void*), void* data) {
  LOCKED;
  p->end_with([=] {
    Inside inside(p);
    play(p, data);
  });
}

int32_t joute_position_others(const joute_position* p, int32_t* seats) {
  LOCKED;
  int32_t count = 0;
  for (int64_t other : p->others()) seats[count++] = static_cast<int32_t>(other);
  return count;
}

int64_t joute_position_bytes(const joute_position* p) {
  return static_cast<int64_t>(8 * (p->state.size() + p->draft.size() + p->x.size()));
}

int64_t joute_position_score(joute_position* p, int32_t seat) {
  LOCKED;
  return p->entry_of(JOUTE_ENTRY_SCORE, seat);
}

int32_t joute_position_rank(joute_position* p, int32_t seat) {
  LOCKED;
  int number = rules().entries[JOUTE_ENTRY_STANDING] == nullptr ? JOUTE_ENTRY_SCORE : JOUTE_ENTRY_STANDING;
  int64_t own = p->entry_of(number, seat);
  int32_t rank = 1;
  for (int64_t other = 0; other < rules().seats; other++) rank += p->entry_of(number, other) > own;
  return rank;
}

int64_t joute_position_rollout(joute_position* p, int64_t phases) {
  LOCKED;
  return p->rollout(phases);
}

void joute_position_seed(int64_t seed) { generator[0] = seed & 0xFFFFFFFF; }

int32_t joute_give(const int32_t* orders, int32_t length) {
  LOCKED;
  InMatch in_match;
  int32_t accepted = 0;
  for (int32_t at = 0; at < length; at += orders[at] + 1, accepted++) {
    const Words order(orders + at + 1, orders + at + 1 + orders[at]);
    require_order(order);
    joute::Call call(functions[order[0]]);
    for (std::size_t i = 1; i < order.size(); i++) call.put(order[i]);
    if (call.send() != JOUTE_OK) break;
  }
  return accepted;
}
}
