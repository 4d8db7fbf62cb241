// @HEAD@
"use strict";

const $fs = require("node:fs");
const $VERSION = "champion/1";

// Standard output belongs to the protocol: whatever you print goes to standard error, which is your log.
globalThis.console = new (require("node:console").Console)(process.stderr, process.stderr);

const $chunk = Buffer.alloc(1 << 16);
let $pending = Buffer.alloc(0);
let $calls = 0;

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
  $send({ type: "call", id: ++$calls, function: name, arguments: [...given] });
  const answer = $read();
  if (answer.error) throw new Error(answer.error);
  return answer.value;
}

function $failure(raised) {
  const error = raised instanceof Error ? `${raised.name}: ${raised.message}` : String(raised);
  return { type: "end", error, traceback: (raised && raised.stack) || null };
}

/** @PLAY@ */
function play(callbacks) {
  const own = Object.keys(callbacks).filter((name) => typeof callbacks[name] === "function");
  $send({ type: "ready", joute: $VERSION, callbacks: own });
  for (let message = $read(); message.type === "turn"; message = $read()) {
    let end = { type: "end" };
    try {
      const callback = callbacks[message.callback];
      const result = callback ? callback() : undefined;
      if (result instanceof Promise) throw new Error(`${message.callback} must not be async`);
    } catch (raised) {
      end = $failure(raised);
    }
    $send(end);
  }
  process.exit(0);
}

const $hello = $read();
if ($hello.joute !== $VERSION) throw new Error(`this file speaks ${$VERSION}, the engine ${$hello.joute}`);

@API@

module.exports = {
@EXPORTS@
};
