// What an organiser does, with the secret that the arena was started with: it stays in this tab.

import { type Signal, signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import * as api from "../api";
import type { Text } from "../board";
import type { Action, Contest } from "../contest";
import { Dialog, Notice } from "../parts";
import { messageOf, say, word } from "../speech";
import type { Act } from "./Meetings";

const KEPT = "joute.organiser";

function kept(): string {
  try {
    return sessionStorage.getItem(KEPT) ?? "";
  } catch {
    return "";
  }
}

/** The secret as far as it was typed; empty: nobody organises here. */
export const secret: Signal<string> = signal(kept());

function type(event: InputEvent & { currentTarget: HTMLInputElement }): void {
  secret.value = event.currentTarget.value;
  try {
    sessionStorage.setItem(KEPT, secret.value);
  } catch {
    // A browser that keeps nothing: the secret is typed again on the next page.
  }
}

function ForOrganiser({ children }: { children: ComponentChildren }) {
  return (
    <details class="panel wide organiser" open={kept() !== ""}>
      <summary>{word("organiser")}</summary>
      <label>
        {word("organiserSecret")} <input type="password" autocomplete="off" value={secret.value} onInput={type} />
      </label>
      {children}
    </details>
  );
}

/** Start, stop, and play again what was not played. */
export function Organiser({ contest, act }: { contest: Contest; act: NonNullable<Act> }) {
  const { running, ended } = contest.summary;
  const button = (name: "startCup" | "stopCup" | "playUnplayed", action: Action) => (
    <button type="button" class="button small" disabled={!secret.value} onClick={() => void act(action)}>
      {word(name)}
    </button>
  );
  return (
    <ForOrganiser>
      <p class="acts">
        {!running && !ended && button("startCup", { action: "start" })}
        {running && button("stopCup", { action: "stop" })}
        {button("playUnplayed", { action: "requeue_all", unplayed: true })}
      </p>
    </ForOrganiser>
  );
}

/** A new tournament, from the text of its file. */
export function Declare() {
  const file = useSignal("");
  const error = useSignal<Text | null>(null);
  const send = async (event: Event) => {
    event.preventDefault();
    try {
      const { name } = await api.declare(secret.value, file.value);
      location.assign(`/tournaments/${encodeURIComponent(name)}`);
    } catch (problem) {
      error.value = messageOf(problem);
    }
  };
  const read = async (event: Event & { currentTarget: HTMLInputElement }) => {
    file.value = (await event.currentTarget.files?.[0]?.text()) ?? "";
  };
  return (
    <ForOrganiser>
      <form onSubmit={send}>
        <label>
          {word("cupFile")}
          <textarea
            rows={10}
            maxLength={100_000}
            required
            spellcheck={false}
            placeholder={EXAMPLE}
            value={file.value}
            onInput={(event) => (file.value = event.currentTarget.value)}
          />
        </label>
        <p class="acts">
          <label class="file">
            {word("chooseToml")} <input type="file" accept=".toml" onChange={read} />
          </label>
          <button class="button small" disabled={!secret.value || !file.value.trim()}>
            {word("declare")}
          </button>
        </p>
        {error.value && <Notice kind="warn">{say(error.value)}</Notice>}
      </form>
    </ForOrganiser>
  );
}

const EXAMPLE = `name = "spring cup"
game = "…"
entrants = ["*", "random"]

[format]
kind = "elimination"
best_of = 3`;

/** Why somebody forfeits: all may read it, so there is no doing it without. */
export function Forfeit({ name, act, close }: { name: string; act: NonNullable<Act>; close: () => void }) {
  const why = useSignal("");
  const send = (event: Event) => {
    event.preventDefault();
    void act({ action: "set_aside", entrant: name, why: why.value.trim() });
    close();
  };
  return (
    <Dialog title={word("forfeitTitle", { name })} kind="ask" close={close}>
      <p>{word("forfeitMeans")}</p>
      <form onSubmit={send}>
        <label>
          {word("whyAside")}{" "}
          <input
            type="text"
            maxLength={200}
            required
            autofocus
            value={why.value}
            onInput={(event) => (why.value = event.currentTarget.value)}
          />
        </label>
        <p class="acts">
          <button type="button" class="button quiet" onClick={close}>
            {word("keepIt")}
          </button>
          <button class="button" disabled={!why.value.trim()}>
            {word("forfeit")}
          </button>
        </p>
      </form>
    </Dialog>
  );
}

/** What must be confirmed: what was drawn from it is void. */
export function Redraw({ why, act, close }: { why: Text; act: () => void; close: () => void }) {
  return (
    <Dialog title={word("redrawTitle")} kind="ask" close={close}>
      <p>{say(why)}</p>
      <p class="acts">
        <button type="button" class="button quiet" onClick={close}>
          {word("keepIt")}
        </button>
        <button type="button" class="button" onClick={act}>
          {word("redraw")}
        </button>
      </p>
    </Dialog>
  );
}
