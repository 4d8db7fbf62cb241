// Dark and light: the system's choice until the reader makes one.

import { computed, effect, signal } from "@preact/signals";
import type { Palette } from "./board";
import type { ColourName } from "./generated/wire";
import { recall, remember } from "./memory";

export type Theme = "system" | "dark" | "light";

const systemDark = signal(false);
export const theme = signal<Theme>("system");
export const dark = computed(() => (theme.value === "system" ? systemDark.value : theme.value === "dark"));
export const still = signal(false);

/** The colours of seats by name: Okabe and Ito's, in an order that keeps neighbours far apart. */
const NAMES: readonly ColourName[] = ["blue", "orange", "green", "pink", "yellow", "violet", "red", "lime"];
// The same, lighter on dark and darker on light.
const ON_DARK = ["#5db8f0", "#f2a33a", "#3fcf9f", "#ec8fc6", "#f3e75b", "#b59cff", "#ff8269", "#a9d45f"];
const ON_LIGHT = ["#0a6bb0", "#cf5500", "#00805c", "#b3427f", "#8a6d00", "#5b47b8", "#b3261e", "#4c7a10"];

export const palette = computed<Palette>(() =>
  dark.value
    ? {
        dark: true,
        ink: "#f4ecdf",
        dim: "#b3a795",
        paper: "#1f1a24",
        line: "#453b4c",
        accent: "#f2b84b",
        warn: "#ff8269",
        seats: ON_DARK,
      }
    : {
        dark: false,
        ink: "#2b2118",
        dim: "#6c5d4c",
        paper: "#fffaf0",
        line: "#d9cbb4",
        accent: "#a4480f",
        warn: "#b3261e",
        seats: ON_LIGHT,
      },
);

/** The colours that a game names for its seats; where it names none, seats have those of the house in turn. */
export type Colouring = readonly (ColourName | null | undefined)[];

/** A palette whose seats have the colours that a game names. */
export function coloured(house: Palette, names: Colouring): Palette {
  if (!names.some(Boolean)) return house;
  const seats = Array.from({ length: Math.max(names.length, house.seats.length) }, (_, seat) => {
    const name = names[seat];
    return house.seats[(name ? NAMES.indexOf(name) : seat) % house.seats.length];
  });
  return { ...house, seats };
}

export function startTheme(): void {
  const query = matchMedia("(prefers-color-scheme: dark)");
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  systemDark.value = query.matches;
  still.value = calm.matches;
  query.addEventListener("change", () => (systemDark.value = query.matches));
  calm.addEventListener("change", () => (still.value = calm.matches));
  const stored = recall("theme");
  if (stored === "dark" || stored === "light") theme.value = stored;
  effect(() => {
    remember("theme", theme.value);
    document.documentElement.dataset.theme = dark.value ? "dark" : "light";
  });
}
