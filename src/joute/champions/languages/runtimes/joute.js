// @HEAD@
"use strict";

const $fs = require("node:fs");
const $format = require("node:util").format;
const $VERSION = "champion/1";

// Standard output belongs to the protocol: whatever you print goes to standard error, which is your log.
globalThis.console = new (require("node:console").Console)(process.stderr, process.stderr);

const $chunk = Buffer.alloc(1 << 16);
let $pending = Buffer.alloc(0);
let $calls = 0;
let $bank = null;

function $read() {
  const parts = [];
  for (;;) {
    const end = $pending.indexOf(10);
    if (end >= 0) {
      parts.push($pending.subarray(0, end));
      $pending = $pending.subarray(end + 1);
      return JSON.parse(Buffer.concat(parts).toString("utf8"));
    }
    parts.push($pending);
    const count = $fs.readSync(0, $chunk);
    if (count === 0) process.exit(0);
    $pending = Buffer.from($chunk.subarray(0, count));
  }
}

function $send(message) {
  let data = Buffer.from(JSON.stringify(message) + "\n");
  while (data.length > 0) data = data.subarray($fs.writeSync(1, data));
}

function $call(name, given) {
  if ($inside && $hello.functions[name]?.kind !== "show")
    throw new Error(`${name}: a position answers functions whose arguments are of their types, and no others`);
  $home(true);
  $tell();
  const message = { type: "call", id: ++$calls, function: name, arguments: [...given] };
  if ($changed && $hello.functions[name]?.kind !== "show") message.orders = $takeOrders();
  if ($library) $words[$FUNCTION] = 0;
  $send(message);
  const answer = $read();
  if (answer.news) {
    $learn(answer.news);
    $words[$ORDERS]++;
  }
  if (answer.error) throw new Error(answer.error);
  return answer.value;
}

function $failure(raised) {
  const error = raised instanceof Error ? `${raised.name}: ${raised.message}` : String(raised);
  return { type: "end", error, traceback: (raised && raised.stack) || null, ...$last() };
}

// A text fits into a line, and has no half of a character.
function $note(message) {
  const text = Buffer.from(message.text.slice(0, $hello.limits.line_bytes >> 4)).toString();
  $send({ ...message, text });
}

function $draw(shape, at, color, { radius = 0.5, text = "" } = {}) {
  if ([...at, radius].every(Number.isFinite))
    $note({ type: "draw", shape, at, radius, text: String(text), color: String(color) });
}

/** @NOTES@ */
const debug = {
  /** @log@ */
  log: (...values) => $note({ type: "note", text: $format(...values) }),
  /** @mark@ */
  mark: (text = "") => $note({ type: "note", text: String(text), mark: true }),
  /** @time_ms@ */
  time_ms: () => $hello.limits.time_ms,
  /** @bank_ms@ */
  bank_ms: () => $bank,
  draw: {
    /** @draw.cell@ */
    cell: (@1@, @2@, color = "red") => $draw("cell", [@1@, @2@], color),
    /** @draw.line@ */
    line: (@1@1, @2@1, @1@2, @2@2, color = "red") => $draw("line", [@1@1, @2@1, @1@2, @2@2], color),
    /** @draw.circle@ */
    circle: (@1@, @2@, radius = 0.5, color = "red") => $draw("circle", [@1@, @2@], color, { radius }),
    /** @draw.text@ */
    text: (@1@, @2@, text, color = "red") => $draw("text", [@1@, @2@], color, { text }),
  },
};

/** @PLAY@ */
function play(callbacks) {
  const own = Object.keys(callbacks).filter((name) => typeof callbacks[name] === "function");
  $send({ type: "ready", joute: $VERSION, callbacks: own, ...($library && { native: true }) });
  for (let message = $read(); message.type === "turn"; message = $read()) {
    let end = { type: "end" };
    $bank = message.bank_ms ?? null;
    $number = message.number ?? 0;
    if ($library) $begin(message.news);
    try {
      const callback = callbacks[message.callback];
      if (message.debug) {
        require("node:inspector").open(undefined, undefined, true); // waits for a debugger
        debugger; // `step` leads into your callback
      }
      const result = callback ? callback() : undefined;
      if (result instanceof Promise) throw new Error(`${message.callback} must not be async`);
    } catch (raised) {
      end = $failure(raised);
    }
    $inside = null;
    $home(true);
    $awake = false;
    $tell();
    if ($refused.length > 0) end = { ...end, refused: $refused, refused_more: $more };
    $send($changed ? { ...end, orders: $takeOrders() } : end);
  }
  process.exit(0);
}

const $hello = $read();
if ($hello.joute !== $VERSION) throw new Error(`this file speaks ${$VERSION}, the engine ${$hello.joute}`);

// Where it can, the library of the game answers calls in this process. Its memory is words of 64 bits, which are read
// and written as pairs of 32: at first the exchange, then the blocks of words that it names by their addresses.

const $native = $hello.native?.api === "@DIGEST@" ? $hello.native : null;
const $library = $native && $opened($native.libraries.wasm32);
const $start = $library ? $library.memory.buffer.byteLength : 0;
const $REST = $native ? $start + 8 * $native.exchange : 0;
const $LOG = $native ? $REST + 8 * $native.rest.length : 0;
const $LOG_ROOM = $hello.limits.line_bytes >> 4; // words: all orders fit into one line
const $VIEW = $LOG + 8 * $LOG_ROOM;
const [$FUNCTION, $COUNT, $ANSWER] = ["function", "count", "answer"].map($place);
const [$ORDERS, $LOG_END, $GIVEN] = ["orders", "log_end", "given"].map($place);
const $ROWS = $native ? ($REST >> 2) + 2 * $native.rows : 0;
const $answer = $library && $library.joute_call;

let $words = new Int32Array(0);
let $at = 0; // where the next argument is written
let $awake = false; // whether the library answers calls now
let $changed = false; // whether the engine does not know all orders
let $refused = []; // the orders that were refused in this turn: how many were noted before, the answer, the order
let $more = 0; // how many more were refused
const $REFUSED_MOST = 100;

// In a live game the engine makes each order at once. On the link it is sent a row of words, and answers with another,
// each preceded by its length in bytes.
const $LINK = $native?.link ?? null;
const $NOW = 4; // what the library returns for an order that the engine has to make
const $TOLD_MOST = $hello.limits.line_bytes >> 2;
let $number = 0; // of this turn; 0 where the engine is called by lines
let $reply = Buffer.alloc(1 << 12);
let $learnt = []; // the answers that were not told yet
let $room = $TOLD_MOST;

if ($library) $layOut();

function $opened(path) {
  try {
    return new WebAssembly.Instance(new WebAssembly.Module($fs.readFileSync(path)), {}).exports;
  } catch {
    return null;
  }
}

function $place(name) {
  return $native ? ($start >> 2) + 2 * $native.places[name] : 0;
}

function $layOut() {
  $grow($VIEW);
  $write($REST, $native.rest.runs);
  $set({ rest: $REST, rows: $REST + 8 * $native.rows, log: $LOG, log_room: $LOG_ROOM, seat: $hello.seat, awake: 1 });
}

function $set(values) {
  for (const [name, value] of Object.entries(values)) $words[$place(name)] = value;
}

function $grow(end) {
  const missing = end - $library.memory.buffer.byteLength;
  if (missing > 0) $library.memory.grow(Math.ceil(missing / 65536));
  $words = new Int32Array($library.memory.buffer);
}

function $write(address, runs) {
  const bytes = new Uint8Array($words.buffer);
  for (const [start, data] of runs) bytes.set(Buffer.from(data, "base64"), address + 8 * start);
}

function $learn(news) {
  const size = 8 * news.length;
  if (news.new) {
    const draft = $VIEW + size;
    $views = draft + size * (1 + $native.slots);
    $grow($views);
    $words.fill(0, $VIEW >> 2, draft >> 2);
    $set({ view: $VIEW, state: $VIEW, draft, slots: $native.slots ? draft + size : 0, state_words: news.length });
  }
  $write($VIEW, news.runs);
  if (news.new) $copyOffsets(size);
}

// The draft and the checkpoints have their columns where the view has them: all that lies before the first column.
function $copyOffsets(size) {
  const view = $VIEW >> 2;
  for (let copy = 1; copy <= 1 + $native.slots; copy++)
    $words.copyWithin(view + copy * (size >> 2), view, view + 2 * $words[view]);
}

function $begin(news) {
  $learn(news);
  $library.joute_renew($start);
  $words[$FUNCTION] = 0;
  $changed = false;
  $refused = [];
  $more = 0;
  $awake = true;
}

function $takeOrders() {
  $changed = false;
  return $orders($LOG);
}

function $orders(log) {
  const orders = [];
  const end = (log >> 2) + 2 * $words[$LOG_END];
  for (let at = log >> 2; at < end; ) {
    const length = $words[at];
    orders.push(Array.from({ length }, (_, number) => $words[at + 2 + 2 * number]));
    at += 2 * length + 4;
  }
  return orders;
}

function $last() {
  $home(true);
  const number = $library ? $words[$FUNCTION] : 0;
  if (number === 0) return {};
  const words = Array.from({ length: $words[$COUNT] }, (_, index) => $words[$GIVEN + 2 * index]);
  return { last: { function: Object.keys($hello.functions)[number - 1], words, answer: $words[$ANSWER] } };
}

// Have the library answer a call whose arguments are written; false where the engine must.
function $ask(number) {
  if ($inside) return $within(number);
  $home(false);
  $words[$COUNT] = ($at - $GIVEN) >> 1;
  const status = $answer($start, number);
  if (status === $NOW && $LINK !== null && $number) {
    $orderNow();
    return true;
  }
  return status === 0;
}

// Have the engine make the order that the library has accepted.
function $orderNow() {
  const size = 8 * (2 + $words[$COUNT]);
  const frame = Buffer.alloc(4 + size);
  frame.writeUInt32BE(0x80000000 + size, 0);
  frame.writeUInt32LE($number % 2 ** 32, 4);
  frame.writeUInt32LE(Math.floor($number / 2 ** 32), 8);
  Buffer.from($words.buffer, 4 * ($GIVEN - 2), size - 8).copy(frame, 12);
  if ($fs.writeSync($LINK, frame) !== frame.length) process.exit(0);
  const news = $answered();
  const bytes = new Uint8Array($words.buffer);
  for (let at = 8; at < news.length; ) {
    const end = at + 24 + 8 * news.readInt32LE(at + 16);
    bytes.set(news.subarray(at + 24, end), $VIEW + 8 * news.readInt32LE(at + 8));
    at = end;
  }
  $words[$ORDERS]++;
  const told = news.toString("base64");
  $learnt.push(told);
  if (($room -= told.length + 3) < 0) $tell();
}

// What the engine answers: the number of columns, which is one, then runs of words, each after column, start and length.
function $answered() {
  let [got, end] = [0, 4];
  while (got < end) {
    const count = $fs.readSync($LINK, $reply, got, $reply.length - got);
    if (count === 0) process.exit(0);
    got += count;
    if (got >= 4) end = 4 + ($reply.readUInt32BE(0) & 0x7fffffff);
    if (end > $reply.length) $reply = Buffer.concat([$reply], end);
  }
  return $reply.subarray(4, end);
}

// Tell the host, which does not see the link.
function $tell() {
  if ($learnt.length === 0) return;
  $send({ type: "learnt", news: $learnt });
  $learnt = [];
  $room = $TOLD_MOST;
}

function $act(number) {
  if ($inside) return $within(number);
  $home(false);
  const end = $words[$LOG_END];
  if (!$ask(number)) return false;
  if ($words[$LOG_END] !== end) $changed = true;
  return true;
}

// An order that the library answers.
function $give(number) {
  if (!$act(number)) return false;
  if ($words[$ANSWER] !== $hello.ok && !$inside) $refuse();
  return true;
}

function $refuse() {
  if ($refused.length === $REFUSED_MOST) $more++;
  else {
    const order = Array.from({ length: 1 + $words[$COUNT] }, (_, index) => $words[$GIVEN - 2 + 2 * index]);
    $refused.push([$words[$ORDERS], $words[$ANSWER], ...order]);
  }
}

// An order that the engine answers. If it notes one that the library does not know, it answers the rest of the turn.
function $order(name, given) {
  $home(true);
  const noted = $words[$ORDERS];
  const value = $call(name, given);
  if (value === $hello.ok && $words[$ORDERS] === noted) $awake = false;
  return value;
}

// Write an argument; false for one that is not of its type, which the engine judges.

function $int(value) {
  if (typeof value !== "number" || value !== (value | 0)) return false;
  $words[$at] = value;
  $words[$at + 1] = value >> 31;
  $at += 2;
  return true;
}

function $bool(value) {
  return typeof value === "boolean" && $int(value ? 1 : 0);
}

function $lettered(value, members) {
  return $int(typeof value === "string" && Object.hasOwn(members, value) ? members[value] : value);
}

function $list(value, most, item) {
  if (!Array.isArray(value) || value.toJSON || value.length > most) return false;
  $int(value.length);
  for (let number = 0; number < value.length; number++) if (!item(value[number])) return false;
  return true;
}

// Whether a value is an array of so many items.
function $tuple(value, length) {
  return Array.isArray(value) && !value.toJSON && value.length === length;
}

// Whether a value is an object of these fields in JSON.
function $object(value, names) {
  if (typeof value !== "object" || value === null || value.toJSON) return false;
  const keys = Object.keys(value);
  if (keys.length !== names.length) return false;
  for (let number = 0; number < keys.length; number++) {
    if (keys[number] !== names[number]) return keys.every((key) => names.includes(key));
  }
  return true;
}

// Read the rows of an answer.
function $rows(width, item) {
  const found = [];
  const end = $ROWS + 2 * width * $words[$ANSWER];
  for (let at = $ROWS; at < end; at += 2 * width) found.push(item(at));
  return found;
}

@LOOKAHEAD@
@API@

module.exports = {
@EXPORTS@
};
