// An organiser's console: one part of it at a time, named in the address behind a `#`.

import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { Notice } from "../../../parts";
import type { PartProps } from "../Contest";
import { Finals } from "./Finals";
import { Log } from "./Log";
import { Matches } from "./Matches";
import { People } from "./People";
import { State } from "./State";
import { Teams } from "./Teams";
import { Times } from "./Times";
import { Versions } from "./Versions";
import { told } from "./words";

const PARTS = {
  state: State,
  times: Times,
  teams: Teams,
  versions: Versions,
  matches: Matches,
  finals: Finals,
  people: People,
  log: Log,
} satisfies Record<string, ComponentType<PartProps>>;
type Part = keyof typeof PARTS;
const NAMES = Object.keys(PARTS) as Part[];

const chosen = (): Part => NAMES.find((name) => location.hash === `#${name}`) ?? "state";

export function Console(props: PartProps) {
  const part = useSignal(chosen());
  useEffect(() => {
    const turn = () => void (part.value = chosen());
    addEventListener("hashchange", turn);
    return () => removeEventListener("hashchange", turn);
  }, []);
  if (!props.facts.me?.organiser) return <Notice kind="warn">{told("organisersOnly")}</Notice>;
  const Shown = PARTS[part.value];
  return (
    <div class="console">
      <nav class="tabs inner" aria-label={told("parts")}>
        {NAMES.map((name) => (
          <a key={name} href={`#${name}`} aria-current={name === part.value ? "page" : undefined}>
            {told(name)}
          </a>
        ))}
      </nav>
      <Shown {...props} />
    </div>
  );
}
