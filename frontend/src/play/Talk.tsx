// What people at a table say to each other: that they give up, a draw, a turn taken back; and how one leaves.

import { type Signal, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Text } from "../board";
import type { Proposal, ProposalKind } from "../generated/wire";
import { Dialog, Notice } from "../parts";
import { say, type W, word } from "../speech";
import type { Table } from "./table";

const PROPOSE: Record<ProposalKind, keyof typeof W> = { draw: "proposeDraw", back: "proposeBack" };
const ASKED: Record<ProposalKind, keyof typeof W> = { draw: "offersDraw", back: "asksBack" };
const OWN: Record<ProposalKind, keyof typeof W> = { draw: "youDraw", back: "youBack" };

/** The menu of what concerns the match itself. */
export function Manage({ table }: { table: Table }) {
  const sure = useSignal(false);
  const open = useSignal(false);
  const { may } = table.welcome.value!;
  const idle = table.link.value !== "open" || table.over.value !== null;
  const menu = useDismissed(open);
  const does = (act: () => Promise<Text | null>) => async () => {
    open.value = false;
    table.told.value = await act();
  };
  const ask = () => {
    open.value = false;
    sure.value = true;
  };
  return (
    <>
    <details class="manage" ref={menu} open={open.value} onToggle={(event) => (open.value = event.currentTarget.open)}>
      <summary class="button quiet">{word("manage")}</summary>
      <div class="panel">
        {may.map((kind) => (
          <button
            key={kind}
            type="button"
            class="button quiet small"
            title={kind === "back" ? word("backMeans") : undefined}
            disabled={idle || table.position.value!.proposal !== null}
            onClick={does(() => table.propose(kind))}
          >
            {word(PROPOSE[kind])}
          </button>
        ))}
        <button type="button" class="button quiet small" disabled={idle} onClick={ask}>
          {word("resign")}
        </button>
        <a class="button quiet small" href="/" title={word("leaveHint")}>
          {word("leave")}
        </a>
      </div>
    </details>
      {sure.value && <Sure sure={sure} resign={does(() => table.resign())} />}
    </>
  );
}

/** A menu that Escape and a click elsewhere close. */
function useDismissed(open: Signal<boolean>): RefObject<HTMLDetailsElement | null> {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const elsewhere = (event: Event) => {
      if (!menu.current?.contains(event.target as Node)) open.value = false;
    };
    const escape = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !open.peek()) return;
      event.preventDefault(); // what is chosen on the board stays so
      open.value = false;
      menu.current?.querySelector("summary")?.focus();
    };
    document.addEventListener("pointerdown", elsewhere);
    document.addEventListener("keydown", escape, true);
    return () => {
      document.removeEventListener("pointerdown", elsewhere);
      document.removeEventListener("keydown", escape, true);
    };
  }, []);
  return menu;
}

function Sure({ sure, resign }: { sure: Signal<boolean>; resign: () => Promise<void> }) {
  const act = () => {
    sure.value = false;
    void resign();
  };
  return (
    <Dialog title={word("resignSure")} kind="ask" close={() => (sure.value = false)}>
      <p>{word("resignMeans")}</p>
      <p class="acts">
        <button type="button" class="button quiet" onClick={() => (sure.value = false)}>
          {word("cancel")}
        </button>
        <button type="button" class="button" onClick={act}>
          {word("resignDo")}
        </button>
      </p>
    </Dialog>
  );
}

/** What is proposed, and what everybody was told last. */
export function Said({ table }: { table: Table }) {
  const proposal = table.position.value!.proposal;
  if (table.over.value) return null;
  return (
    <>
      {table.told.value && (
        <Notice>
          {say(table.told.value)}{" "}
          <button type="button" class="plain" onClick={() => (table.told.value = null)}>
            {word("close")}
          </button>
        </Notice>
      )}
      {proposal && <Proposed table={table} proposal={proposal} />}
    </>
  );
}

function Proposed({ table, proposal: { kind, seat, agreed } }: { table: Table; proposal: Proposal }) {
  const { seat: own, head } = table.welcome.value!;
  const name = head.players[seat].name;
  const missing = head.players.filter((player, n) => player.kind === "human" && !agreed.includes(n));
  const names = missing.map((player) => player.name).join(", ");
  return (
    <div class="notice proposal" role="status">
      <p>{seat === own ? word(OWN[kind], { names }) : word(ASKED[kind], { name })}</p>
      <p class="acts">
        {!agreed.includes(own) && (
          <button type="button" class="button small" onClick={() => void table.propose(kind)}>
            {word("agree")}
          </button>
        )}
        <button type="button" class="button quiet small" onClick={() => void table.decline()}>
          {word(seat === own ? "withdraw" : "decline")}
        </button>
      </p>
    </div>
  );
}
