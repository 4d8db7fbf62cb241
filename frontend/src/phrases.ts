// Sentences in two languages.

import type { Lang, Text } from "./board";

/** Both languages at once: words("gold", "or"). */
export function words(en: string, fr: string): Text {
  return { en, fr };
}

/** A number and its noun: one or many; French counts zero as one. */
export function counted(lang: Lang, count: number, one: Text, many: Text): string {
  const single = lang === "fr" ? Math.abs(count) < 2 : count === 1;
  return `${count} ${(single ? one : many)[lang]}`;
}

/** What begins a list: "J1: " in English, "J1 : " in French. */
export function heading(lang: Lang, name: string): string {
  return lang === "fr" ? `${name}\u00a0: ` : `${name}: `;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
