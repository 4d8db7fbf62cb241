// Whose turn it is, the clock, and the two buttons that end and undo.

import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { Text } from "../board";
import type { GameHead, Position } from "../generated/wire";
import { GameMark, Icon, SeatMark } from "../parts";
import { capital } from "../phrases";
import { turnText, word } from "../speech";
import { named } from "../viewer/Transport";
import type { Hand } from "./hand";
import type { Table } from "./table";
import { Manage } from "./Talk";

interface StatusProps {
  table: Table;
  game: GameHead;
  hand: Hand;
  /** Whether several seats are played at this screen. */
  shared: boolean;
}

export function Status({ table, game, hand, shared }: StatusProps) {
  const position = table.position.value!;
  const welcome = table.welcome.value!;
  const names = position.waiting.filter((seat) => seat !== welcome.seat).map((seat) => welcome.head.players[seat].name);
  const phase = table.over.value ? "" : named(welcome.head, position.phase);
  const idle = !position.asked || table.link.value !== "open";
  const turn = async (act: Promise<Text | null>) => {
    const text = await act;
    hand.refusal.value = text && { text, cell: null };
  };
  return (
    <header class={position.asked ? "status mine" : "status"}>
      <GameMark game={game.name} />
      {shared && <SeatMark seat={welcome.seat} />}
      <p role="status">
        <b>
          {table.over.value
            ? capital(word("over"))
            : position.asked
              ? word(shared ? "turnOf" : "yourTurn", { name: welcome.head.players[welcome.seat].name })
              : word("theirTurn", { names: names.join(", ") || "…" })}
        </b>
        <span class="dim">
          {" "}
          {[turnText(position.turn, welcome.head.last_turn), phase].filter(Boolean).join(" · ")}
        </span>
      </p>
      <Clock position={position} seat={welcome.seat} />
      <span class="acts">
        <Manage table={table} />
        {welcome.undo && (
          <button
            type="button"
            class="button quiet"
            disabled={idle || !position.orders.length}
            onClick={() => turn(table.undo())}
          >
            <Icon name="undo" /> {word("undo")}
          </button>
        )}
        <button type="button" class="button" disabled={idle} onClick={() => turn(table.end())}>
          {word(phase ? "endPhase" : "endTurn")}
        </button>
      </span>
    </header>
  );
}

/** What a seat has left; it runs while the match waits for it. */
export function Clock({ position, seat }: { position: Position; seat: number }) {
  const given = position.clocks[seat];
  const runs = position.waiting.includes(seat);
  const now = useSignal(performance.now());
  const since = useMemo(() => performance.now(), [position]);
  useEffect(() => {
    if (given === null || !runs) return;
    const timer = setInterval(() => (now.value = performance.now()), 250);
    return () => clearInterval(timer);
  }, [position]);
  if (given === null) return null;
  const left = Math.max(0, given - (runs ? now.value - since : 0));
  const seconds = Math.ceil(left / 1000);
  return (
    <span class={left < 10_000 ? "clock hurry" : "clock"} role="timer" aria-label={word("left")}>
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, "0")}
    </span>
  );
}
