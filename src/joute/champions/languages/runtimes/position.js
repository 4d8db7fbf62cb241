// Positions: at most one is *loaded*, into room of its own in the library's memory and into the exchange; the others are
// kept here. Before the match is asked anything, the exchange is made as it was.

const $positions = $native?.positions;
const $LOG_MOST = 1 << 16; // words
const $HEAD = 2 * ($native?.places.given ?? 0); // what a call reads of the exchange before its arguments
const $NO_ROOM = 3;
let $loaded = null;
let $inside = null; // where the functions of the API work; null: in the match
let $own = null; // the exchange of the match, while a position is loaded
let $views = 0; // where the blocks of the match end

// Addresses: the log of a phase, that of random play, a row, a generator, its counts, the state and its draft.
const $rooms = { log: 0, batch: 0, row: 0, generator: 0, tally: 0, state: 0, draft: 0 };
let $generator = 0;

function $layOutPosition(words) {
  const sizes = { log: $LOG_MOST, batch: $LOG_MOST, row: $positions.row_most, generator: 1, tally: 4 };
  let end = $views;
  for (const [name, size] of Object.entries({ ...sizes, state: words, draft: words })) {
    $rooms[name] = end;
    end += 8 * size;
  }
  $grow(end);
}

const $big = (words, length) => [words, BigInt(length)];
const $entry = (name, ...given) => {
  const answer = $library[`joute_${name}`](...given);
  if (answer === -(2n ** 63n))
    throw new Error("the rules cannot play on from here: the position makes no sense, or is what you know in the fog");
  return Number(answer);
};

// The match again: its last call, or room for the arguments of the next.
function $home(call) {
  if (!$loaded) return;
  $loaded.$save();
  $loaded = null;
  $words.set(call ? $own : $own.subarray(0, $HEAD), $start >> 2);
}

function $within(number) {
  const given = $words.slice($GIVEN, $at);
  $inside.$load();
  $words.set(given, $GIVEN);
  $at = $GIVEN + given.length;
  return $inside.$call(number) === 0;
}

class Position {
  constructor(source) {
    Object.assign(this, { $state: source.$state.slice(), $seat: source.$seat, $given: source.$given.map((rows) => [...rows]) });
    this.$observer = source.$observer;
  }

  static $now() {
    if ($inside) return new Position($inside.$asDraft());
    $home(true);
    const state = $words[$place("state")] >> 2;
    return new Position({
      $state: $words.slice(state, state + 2 * $words[$place("state_words")]),
      $seat: $hello.seat,
      $observer: $library.joute_determinise ? $hello.seat : null, // the seat whose view it is, until it is a truth
      $given: Array.from({ length: $hello.seats }, () => []),
    });
  }

  // This position with the orders of its seat made.
  $asDraft() {
    this.$load();
    const state = $words[$place("state")] >> 2;
    return { ...this, $state: $words.slice(state, state + this.$state.length), $given: this.$given.map(() => []) };
  }

  $load() {
    if ($loaded === this) return;
    if ($loaded) $loaded.$save();
    else $own = $words.slice($start >> 2, ($start >> 2) + $HEAD + 2 * $words[$COUNT]);
    $loaded = this;
    $layOutPosition(this.$state.length >> 1);
    for (const name of ["state", "draft"]) $words.set(this.$state, $rooms[name] >> 2);
    this.$point();
  }

  // The exchange has the orders of the seat, made on a draft.
  $point() {
    $words.fill(0, ($start >> 2) + 2 * $positions.checkpoints, $GIVEN - 2);
    $set({ view: $rooms.state, state: $rooms.state, draft: $rooms.draft, state_words: this.$state.length >> 1 });
    $set({ log: $rooms.log, log_room: $LOG_MOST, log_end: 0, orders: 0, slots: 0, seat: this.$seat, awake: 1 });
    for (const order of this.$given[this.$seat]) this.$again(order);
  }

  $again(order) {
    if ($positions.live) this.$note(order);
    else this.$do(order);
  }

  $note(order) {
    const at = ($rooms.log >> 2) + 2 * $words[$LOG_END];
    [order.length, ...order, order.length].forEach((word, number) => {
      $words[at + 2 * number] = word;
      $words[at + 2 * number + 1] = word >> 31;
    });
    $words[$LOG_END] += order.length + 2;
    $words[$ORDERS]++;
  }

  $save() {
    const state = $rooms.state >> 2;
    this.$state.set($words.subarray(state, state + this.$state.length));
    this.$keep();
  }

  $keep() {
    this.$given[this.$seat] = $orders($rooms.log);
  }

  $call(number) {
    $words[$COUNT] = ($at - $GIVEN) >> 1;
    const status = $answer($start, number);
    if (status === $NOW) {
      const order = Array.from({ length: 1 + $words[$COUNT] }, (_, index) => $words[$GIVEN - 2 + 2 * index]);
      this.$apply(order, this.$seat);
      this.$note(order);
      return 0;
    }
    if (status === $NO_ROOM) throw new Error("more orders in one turn than a position has room for");
    return status;
  }

  $row(order) {
    if (!Array.isArray(order) || !order.every(Number.isInteger) || !(order[0] in $positions.actions))
      throw new Error("this row is no order");
    const row = $rooms.row >> 2;
    order.forEach((word, number) => ($words.set([word, word >> 31], row + 2 * number)));
    return $big($rooms.row, order.length);
  }

  $apply(order, seat, state = $rooms.state) {
    $entry("apply", state, $REST, BigInt(seat), ...this.$row(order));
  }

  $do(order) {
    this.$row(order);
    $at = $GIVEN;
    order.slice(1).forEach($int);
    this.$call($positions.actions[order[0]]);
    return $words[$ANSWER];
  }

  $number(name, seat) {
    this.$load();
    return $entry(name, $rooms.state, $REST, BigInt(seat));
  }

  $head(word) {
    return $loaded === this ? $words[($rooms.state >> 2) + 2 * word] : this.$state[2 * word];
  }

  /** @p.copy@ @returns {Position} */
  copy() {
    if ($loaded === this) this.$save();
    return new Position(this);
  }

  /** @p.become@ @param {Position} other */
  become(other) {
    if (other === this) return;
    if ($loaded === other) other.$save();
    if (this.$state.length !== other.$state.length) {
      if ($loaded === this) $home(true);
      this.$state = other.$state.slice();
    } else this.$state.set(other.$state);
    this.$seat = other.$seat;
    this.$observer = other.$observer;
    this.$given = other.$given.map((rows) => [...rows]);
    if ($loaded !== this) return;
    for (const name of ["state", "draft"]) $words.set(this.$state, $rooms[name] >> 2);
    this.$point();
  }

  /** @p.enter@ It is left when `run` returns. @template T @param {(p: Position) => T} run @returns {T} */
  enter(run) {
    const before = $inside;
    $inside = this;
    this.$load();
    try {
      return run(this);
    } finally {
      $inside = before;
    }
  }

  /** @p.turn@ */
  get turn() {
    return this.$head($positions.turn);
  }

  /** @p.over@ */
  get over() {
    return this.$head($positions.phase) >= $positions.phases;
  }

  /** @p.seats@ */
  get seats() {
    return $hello.seats;
  }

  /** @p.asked@ @param {number} seat */
  asked(seat) {
    return !this.over && this.$number("asked", seat) !== 0;
  }

  /** @p.seat@ */
  get seat() {
    return this.$seat;
  }

  /** @p.play_as@ @param {number} seat @returns {Position} */
  play_as(seat) {
    if (!(seat in this.$given)) throw new Error(`seat ${seat} does not exist`);
    if (seat === this.$seat) return this;
    if ($loaded === this) this.$keep();
    this.$seat = seat;
    if ($loaded === this) this.$point();
    return this;
  }

  /** @p.sample@ @returns {number[]} */
  sample() {
    this.$load();
    const generator = $rooms.generator >> 2;
    $words.set([$generator, 0], generator);
    const row = $big($rooms.row, $positions.row_most);
    const seed = $big($rooms.generator, 1);
    const length = $entry("sample", $words[$place("state")], $REST, BigInt(this.$seat), ...seed, ...row);
    $generator = $words[generator];
    return Array.from({ length }, (_, number) => $words[($rooms.row >> 2) + 2 * number]);
  }

  /** @p.check@ @param {number[]} order @returns {number} */
  check(order) {
    this.$load();
    return $entry("check", $words[$place("state")], $REST, BigInt(this.$seat), ...this.$row(order));
  }

  /** @p.act@ @param {number[]} order @returns {number} */
  act(order) {
    this.$load();
    return this.$do(order);
  }

  /** @p.random_turn@ @returns {number} */
  random_turn() {
    this.$load();
    for (let given = 0; ; given++) {
      const order = $words[$ORDERS] < $positions.orders_most ? this.sample() : [];
      if (order.length === 0 || this.$do(order) !== $hello.ok) return given;
    }
  }

  /** @p.orders@ @returns {number[][]} */
  get orders() {
    if ($loaded === this) this.$keep();
    return this.$given[this.$seat].map((order) => [...order]);
  }

  /** @p.determinise@ @returns {Position} */
  determinise() {
    if (this.$observer === null) return this;
    this.$load();
    this.$keep();
    $words.set([$generator, 0], $rooms.generator >> 2);
    const seed = $big($rooms.generator, 1);
    $entry("determinise", $rooms.state, $REST, BigInt(this.$observer), ...seed);
    $generator = $words[$rooms.generator >> 2];
    this.$observer = null;
    this.$point();
    return this;
  }

  $playable() {
    if (this.$observer !== null)
      throw new Error("this position is what you know in the fog: determinise it before you play it on");
    this.$load();
  }

  /** @p.end@ */
  end() {
    this.$playable();
    this.$keep();
    if ($positions.acting >> this.$head($positions.phase) & 1 && !$positions.live)
      this.$given.forEach((orders, seat) => {
        if (orders.length > 0 && this.asked(seat)) for (const order of orders) this.$apply(order, seat);
      });
    $entry("resolve", $rooms.state, $REST);
    this.$forget();
  }

  $forget() {
    this.$given = this.$given.map(() => []);
    this.$point();
  }

  /** @p.end_random@ */
  end_random() {
    this.end_with((position) => position.random_turn());
  }

  /** @p.end_with@ @param {(p: Position) => void} play */
  end_with(play) {
    this.$playable();
    this.$keep();
    const own = this.$seat;
    const others = this.$given.map((orders, seat) => orders.length === 0 && seat !== own && this.asked(seat));
    for (const seat of others.keys()) if (others[seat]) this.play_as(seat).enter(play);
    this.play_as(own).end();
  }

  /** @p.score@ @param {number} seat @returns {number} */
  score(seat) {
    return this.$number("score", seat);
  }

  /** @p.rank@ @param {number} seat @returns {number} */
  rank(seat) {
    const name = $library.joute_standing ? "standing" : "score";
    const worth = this.$given.map((_, other) => this.$number(name, other));
    return 1 + worth.filter((other) => other > worth[seat]).length;
  }

  /** @p.rollout@ @param {number} phases @returns {number} */
  rollout(phases = Number.MAX_SAFE_INTEGER) {
    this.$playable();
    this.$keep();
    const first = phases > 0 && !this.over && this.$given.some((orders) => orders.length > 0) ? 1 : 0;
    if (first) this.end_random();
    const [seed, tally] = [$rooms.generator >> 2, $rooms.tally >> 2];
    $words.set([$generator, 0], seed);
    $words[tally] = 0;
    const world = [$rooms.state, $REST, $rooms.draft, BigInt($hello.seats), ...$big($rooms.generator, 1)];
    const buffers = [...$big($rooms.row, $positions.row_most), ...$big($rooms.batch, $LOG_MOST), ...$big($rooms.tally, 4)];
    $entry("random_play", ...world, ...buffers, BigInt(phases - first));
    $generator = $words[seed];
    this.$forget();
    return first + $words[tally];
  }
}

// Give one order in the match; the answer.
function $giveRow([action, ...words]) {
  $at = $GIVEN;
  words.forEach($int);
  return $awake && $give($positions.actions[action]) ? $words[$ANSWER] : null;
}

/** @POSITIONS@ */
const joute = {
  /** @position@ @returns {Position} */
  position() {
    if (!$library) throw new Error("positions need the library of the game, which is not here: `joute build` builds it");
    if ($generator === 0) $generator = $hello.seat + 1;
    return Position.$now();
  },

  /** @give@ @param {number[][]} orders @returns {number} */
  give(orders) {
    const before = $inside;
    $inside = null;
    $home(true);
    const refused = orders.findIndex((order) => $giveRow(order) !== $hello.ok);
    $inside = before;
    if (before) before.$load();
    return refused < 0 ? orders.length : refused;
  },

  /** @seed@ @param {number} number */
  seed: (number) => {
    $generator = number | 0;
  },
};
