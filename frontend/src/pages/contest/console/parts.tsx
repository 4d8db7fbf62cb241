// What the parts of the console share: acts with a reason, lists that go on, choices.

import { type ReadonlySignal, type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { Text } from "../../../board";
import { Notice } from "../../../parts";
import { messageOf, say, word } from "../../../speech";
import { Field, Form } from "../form";
import { C, told } from "./words";

interface BecauseProps {
  label: string;
  act: (why: string) => Promise<void>;
  children?: ComponentChildren;
}

/** An act that asks for a reason: folded until somebody wants it. */
export function Because({ label, act, children }: BecauseProps) {
  const why = useSignal("");
  const send = async () => {
    await act(why.value);
    why.value = "";
    return C.done;
  };
  return (
    <details class="because">
      <summary>{label}</summary>
      <Form act={send} label={label} kind="button small">
        {children}
        <Field label={told("why")} value={why} required most={500} />
      </Form>
    </details>
  );
}

interface ChoiceProps {
  label: string;
  value: Signal<string>;
  /** What may be chosen, with its name; "" is anything. */
  options: Record<string, string>;
}

export function Choice({ label, value, options }: ChoiceProps) {
  return (
    <label>
      {label}{" "}
      <select value={value.value} onChange={(event) => (value.value = event.currentTarget.value)}>
        {Object.entries(options).map(([name, shown]) => (
          <option key={name} value={name}>
            {shown}
          </option>
        ))}
      </select>
    </label>
  );
}

export function Seek({ label, value }: { label: string; value: Signal<string> }) {
  return (
    <label>
      {label}{" "}
      <input type="search" maxLength={100} value={value.value} onChange={(event) => (value.value = event.currentTarget.value)} />
    </label>
  );
}

export interface Pages<T> {
  list: ReadonlySignal<T[]>;
  again: () => Promise<void>;
  older: (() => Promise<void>) | null;
  error: Text | null;
}

/** A list that is read page by page; from the beginning when what it depends on changes. */
export function usePages<T>(load: (before?: number) => Promise<{ page: T[]; more: number | null }>, on: unknown[]): Pages<T> {
  const list = useSignal<T[]>([]);
  const more = useSignal<number | null>(null);
  const error = useSignal<Text | null>(null);
  const read = async (before?: number) => {
    try {
      const found = await load(before);
      list.value = before === undefined ? found.page : [...list.peek(), ...found.page];
      more.value = found.more;
      error.value = null;
    } catch (problem) {
      error.value = messageOf(problem);
    }
  };
  useEffect(() => void read(), on);
  const next = more.value;
  return { list, again: () => read(), older: next === null ? null : () => read(next), error: error.value };
}

export function Paged<T>({ pages, children }: { pages: Pages<T>; children: (one: T) => ComponentChildren }) {
  return (
    <>
      {pages.error && <Notice kind="warn">{say(pages.error)}</Notice>}
      {!pages.error && !pages.list.value.length && <p class="dim">{told("nothing")}</p>}
      <ul class="rows">{pages.list.value.map(children)}</ul>
      {pages.older && (
        <button type="button" class="button quiet small" onClick={() => void pages.older?.()}>
          {word("older")}
        </button>
      )}
    </>
  );
}

export const absolute = (address: string): string => new URL(address, location.href).href;
