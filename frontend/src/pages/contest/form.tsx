// Parts of the forms of a contest.

import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { Text } from "../../board";
import { CopyButton, Notice } from "../../parts";
import { messageOf, say, word } from "../../speech";
import { said } from "./words";

interface FieldProps {
  label: string;
  value: Signal<string>;
  hint?: string;
  type?: "text" | "password" | "email";
  autocomplete?: string;
  required?: boolean;
  least?: number;
  most?: number;
}

export function Field({ label, value, hint, type = "text", autocomplete = "off", required, least, most = 200 }: FieldProps) {
  return (
    <label class="field">
      <span>
        {label} {hint && <span class="dim hint">{hint}</span>}
      </span>
      <input
        type={type as "text"}
        autocomplete={autocomplete}
        autocapitalize="none"
        spellcheck={false}
        required={required}
        minLength={least}
        maxLength={most}
        value={value.value}
        onInput={(event) => (value.value = event.currentTarget.value)}
      />
    </label>
  );
}

interface FormProps {
  act: () => Promise<Text | void>;
  label: string;
  children?: ComponentChildren;
  kind?: string;
}

/** A form that says what came of it: what was answered, or why it was refused. */
export function Form({ act, label, children, kind = "button" }: FormProps) {
  const busy = useSignal(false);
  const notice = useSignal<{ text: Text; kind: "info" | "warn" } | null>(null);
  const send = async (event: Event) => {
    event.preventDefault();
    if (busy.peek()) return;
    busy.value = true;
    try {
      const text = await act();
      notice.value = text ? { text, kind: "info" } : null;
    } catch (error) {
      notice.value = { text: messageOf(error), kind: "warn" };
    } finally {
      busy.value = false;
    }
  };
  return (
    <form class="form" onSubmit={send}>
      {children}
      <p class="acts">
        <button class={kind} disabled={busy.value}>
          {busy.value ? word("loading") : label}
        </button>
      </p>
      {notice.value && <Notice kind={notice.value.kind}>{say(notice.value.text)}</Notice>}
    </form>
  );
}

/** A secret that is shown once, to be copied. */
export function Once({ secret, label }: { secret: string; label: string }) {
  return (
    <div class="once">
      <label class="field">
        <span>{label}</span>
        <input type="text" readOnly value={secret} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <CopyButton text={() => secret} label={word("copy")} />
    </div>
  );
}

/** Recovery codes, once. */
export function Codes({ codes }: { codes: string[] }) {
  return (
    <section class="panel codes">
      <h2>{said("codesTitle")}</h2>
      <p>{said("codesHelp")}</p>
      <ul>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <CopyButton text={() => codes.join("\n")} label={said("copyCodes")} />
    </section>
  );
}
