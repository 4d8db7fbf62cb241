// A contest: its home, and the pages of those who take part. The address says which.

import { useComputed, useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import type { Facts } from "../../generated/contest";
import { GameMark, Notice } from "../../parts";
import { lang } from "../../speech";
import { useLoaded, Waiting } from "../load";
import { Account } from "./Account";
import * as api from "./api";
import { Console } from "./console/Console";
import { Enter } from "./Enter";
import { Home } from "./Home";
import { Join } from "./Join";
import { Results } from "./Results";
import { Team } from "./Team";
import { Countdown } from "./times";
import { Versions } from "./Versions";
import { C, said } from "./words";

/** How often the facts are renewed, in milliseconds. */
const RENEW = 20_000;

export interface PartProps {
  facts: Facts;
  /** Read the facts again: somebody has signed in, or joined a team. */
  again: () => Promise<void>;
}

interface Part {
  title: keyof typeof C;
  shown: ComponentType<PartProps>;
  /** Who needs to be signed in, and who in a team. */
  needs?: "me" | "team";
}

const PARTS: Record<string, Part> = {
  "": { title: "home", shown: Home },
  versions: { title: "versions", shown: Versions, needs: "team" },
  results: { title: "results", shown: Results, needs: "team" },
  team: { title: "team", shown: Team, needs: "me" },
  account: { title: "account", shown: Account, needs: "me" },
  enter: { title: "enter", shown: Enter },
  join: { title: "register", shown: Join },
  console: { title: "console", shown: Console, needs: "me" },
};

export default function Contest({ name }: { name: string }) {
  const renewed = useSignal<Facts | null>(null);
  const loaded = useLoaded(api.facts);
  const facts = useComputed(() => renewed.value ?? loaded.value.value);
  const again = async () => void (renewed.value = await api.facts());
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && void again().catch(() => undefined), RENEW);
    return () => clearInterval(timer);
  }, []);
  const part = PARTS[name] ?? PARTS[""];
  useEffect(() => {
    if (facts.value) document.title = `${said(part.title)} · ${facts.value.name}`;
  }, [facts.value, lang.value]);
  if (!facts.value) return <Waiting error={loaded.value.error} />;
  return (
    <main class="page held" id="content">
      <Top facts={facts.value} name={name} again={again} />
      <Shown part={part} facts={facts.value} again={again} />
    </main>
  );
}

function Shown({ part, ...props }: PartProps & { part: Part }) {
  const { me } = props.facts;
  const Inside = part.shown;
  if (part.needs && !me)
    return (
      <>
        <Notice>{said("signInFirst")}</Notice>
        <Enter {...props} />
      </>
    );
  if (part.needs === "team" && !me?.team)
    return (
      <Notice>
        {said("teamFirst")} <a href="/contest/team">{said("toTeam")}</a>
      </Notice>
    );
  return <Inside {...props} />;
}

const MEMBERS = ["", "versions", "results", "team", "account"];
const VISITORS = ["", "enter", "join"];

function Top({ facts, name, again }: PartProps & { name: string }) {
  const { me } = facts;
  const leave = async () => {
    await api.signOut();
    location.assign("/contest");
  };
  const parts = (!me ? VISITORS : me.organiser ? [...MEMBERS, "console"] : MEMBERS).filter((part) => part !== "join" || facts.registration !== "closed");
  return (
    <header class="held-top">
      <div class="title">
        <GameMark game={facts.game} />
        <h1>{facts.name}</h1>
        <Countdown facts={facts} over={again} />
      </div>
      <nav class="tabs" aria-label={said("parts")}>
        {parts.map((part) => (
          <a key={part} href={part ? `/contest/${part}` : "/contest"} aria-current={part === name ? "page" : undefined}>
            {said(PARTS[part].title)}
          </a>
        ))}
        {me && (
          <span class="who">
            <span class="dim">{said("signedInAs", { name: me.name })}</span>{" "}
            <button type="button" class="button quiet small" onClick={leave}>
              {said("signOut")}
            </button>
          </span>
        )}
      </nav>
    </header>
  );
}
