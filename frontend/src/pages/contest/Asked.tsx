// What a team asks the workers for: unranked matches against others, and comparisons of two versions.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Compared, Facts } from "../../generated/contest";
import { say, whole } from "../../speech";
import { useLoaded } from "../load";
import * as api from "./api";
import { Form } from "./form";
import { C, said } from "./words";

/** How often comparisons are renewed, in milliseconds. */
const RENEW = 5000;

interface ChooseProps {
  label: string;
  value: { value: string };
  options: string[];
}

function Choose({ label, value, options }: ChooseProps) {
  return (
    <label>
      {label}{" "}
      <select value={value.value || options[0]} onChange={(event) => (value.value = event.currentTarget.value)}>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </label>
  );
}

interface Props {
  facts: Facts;
  /** The good versions of the team, newest first. */
  versions: number[];
}

export function Challenge({ facts, versions }: Props) {
  const lines = useLoaded(api.table).value.value?.lines ?? [];
  const teams = facts.submissions && facts.ranked; // else there is the house alone to play against
  const there = lines.filter((line) => line.house || (teams && !line.aside && line.name !== facts.me?.team?.name));
  const names = there.map((line) => line.name);
  const [version, against] = [useSignal(""), useSignal("")];
  if (!versions.length || !names.length) return null;
  const play = async () => {
    await api.challenge(Number(version.value || versions[0]), against.value || names[0]);
    return C.asked;
  };
  return (
    <section class="panel">
      <h2>{said("challenge")}</h2>
      <p class="dim hint">{said("challengeHelp", { n: facts.challenges_an_hour })}</p>
      <Form act={play} label={said("play")} kind="button quiet">
        <p class="acts">
          <Choose label={said("version")} value={version} options={versions.map(String)} />
          <Choose label={said("against")} value={against} options={names} />
        </p>
      </Form>
    </section>
  );
}

export function Compare({ facts, versions }: Props) {
  const again = useSignal(0);
  const { value, error } = useLoaded(api.comparisons, [again.value]).value;
  const [one, other] = [useSignal(""), useSignal("")];
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && again.value++, RENEW);
    return () => clearInterval(timer);
  }, []);
  if (versions.length < 2) return null;
  const compare = async () => {
    await api.compare(Number(one.value || versions[0]), Number(other.value || versions[1]));
    again.value++;
    return C.asked;
  };
  return (
    <section class="panel">
      <h2>{said("compare")}</h2>
      <p class="dim hint">{said("compareHelp", { n: facts.comparisons_an_hour })}</p>
      <Form act={compare} label={said("compareNow")} kind="button quiet">
        <p class="acts">
          <Choose label={said("first")} value={one} options={versions.map(String)} />
          <Choose label={said("other")} value={other} options={[...versions.slice(1), versions[0]].map(String)} />
        </p>
      </Form>
      {error && <p class="verdict">{say(error)}</p>}
      <ul class="links">
        {value?.map((one) => (
          <li key={one.id}>
            <Outcome one={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Outcome({ one }: { one: Compared }) {
  const known = `answer_${one.state === "failed" ? "failed" : one.answer || "open"}`;
  const percent = (share: number | null) => whole(100 * (share ?? 0));
  return (
    <>
      {said("pair", { one: one.one, other: one.other })} <b>{said(Object.hasOwn(C, known) ? (known as keyof typeof C) : "answer_open")}</b>{" "}
      <span class="dim">
        {one.why || said("tally", { wins: one.wins, draws: one.draws, losses: one.losses, matches: one.matches })}
        {one.points !== null && `, ${said("share", { points: percent(one.points), low: percent(one.low), high: percent(one.high) })}`}
      </span>
    </>
  );
}
