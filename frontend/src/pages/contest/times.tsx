// Times of a contest: dates in words, and the clock to the next of them.

import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { Facts } from "../../generated/contest";
import { lang } from "../../speech";
import { said } from "./words";

/** A moment (seconds since 1970) in the reader's language and time zone. */
export const dated = (at: number): string =>
  new Date(at * 1000).toLocaleString(lang.value, { dateStyle: "medium", timeStyle: "short" });

/** A stretch of time in words, to the second where little is left. */
export function lasting(seconds: number): string {
  const s = Math.max(0, Math.ceil(seconds));
  const parts = { d: Math.floor(s / 86_400), h: Math.floor(s / 3600) % 24, m: Math.floor(s / 60) % 60, s: s % 60 };
  if (parts.d) return said("days", parts);
  return said(s >= 3600 ? "hours" : "minutes", parts);
}

/** The clock to the next change; when it has run out, the facts are read again. It goes by the server's clock. */
export function Countdown({ facts, over }: { facts: Facts; over: () => Promise<void> }) {
  const ahead = useMemo(() => facts.now - Date.now() / 1000, [facts]);
  const now = useSignal(facts.now);
  const next = facts.next;
  useEffect(() => {
    const timer = setInterval(() => {
      now.value = Date.now() / 1000 + ahead;
      if (next && now.value >= next.at) {
        clearInterval(timer);
        void over().catch(() => undefined);
      }
    }, 500);
    return () => clearInterval(timer);
  }, [facts]);
  if (!next) return null;
  const left = next.at - now.value;
  return (
    <p class={left < 3600 ? "countdown hurry" : "countdown"} role="timer">
      {said(next.what)} <b>{said("left", { time: lasting(left) })}</b>
    </p>
  );
}
