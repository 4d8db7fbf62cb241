// Accounts: one-time links for who cannot sign in, invitations, and who is kept out or erased.

import { useSignal } from "@preact/signals";
import type { Person } from "../../../generated/console";
import { useLoaded, Waiting } from "../../load";
import { Field, Form, Once } from "../form";
import * as api from "./api";
import { absolute, Because, Seek } from "./parts";
import { C, told } from "./words";

export function People() {
  const turn = useSignal(0);
  const sought = useSignal("");
  const { value, error } = useLoaded(api.people, [turn.value]).value;
  if (!value) return <Waiting error={error} />;
  const again = () => void turn.value++;
  const wanted = sought.value.trim().toLowerCase();
  const shown = value.filter((one) => [one.login, one.name, one.real_name, one.email, one.team].some((text) => text.toLowerCase().includes(wanted)));
  return (
    <div class="held-parts">
      <Invite />
      <section class="panel wide">
        <h2>{told("people")}</h2>
        <p>
          <Seek label={told("seek")} value={sought} />
        </p>
        <ul class="rows">
          {shown.map((one) => (
            <Row key={one.id} person={one} again={again} />
          ))}
        </ul>
      </section>
    </div>
  );
}

function Invite() {
  const [uses, note] = [useSignal("1"), useSignal("")];
  const made = useSignal("");
  const make = async () => {
    made.value = absolute((await api.invitation(Number(uses.value), note.value)).address);
  };
  return (
    <section class="panel">
      <h2>{told("invite")}</h2>
      <Form act={make} label={told("invite")}>
        <Field label={told("uses")} value={uses} required most={5} />
        <Field label={told("note")} value={note} />
      </Form>
      {made.value && <Once secret={made.value} label={told("linkShown")} />}
    </section>
  );
}

function Row({ person, again }: { person: Person; again: () => void }) {
  const link = useSignal("");
  const make = async () => {
    link.value = absolute((await api.link(person.login)).address);
  };
  const act = (what: "disable" | "enable") => async (why: string) => {
    await api.act({ act: what, account: person.id, why });
    again();
  };
  const erase = async () => {
    await api.act({ act: "erase", account: person.id });
    again();
    return C.done;
  };
  return (
    <li>
      <p class="line">
        <b>{person.login}</b> {person.name}
        {person.organiser && <span class="badge">{told("organiser")}</span>}
        {person.team && <span class="badge">{person.team}</span>}
        <span class="dim">{[person.real_name, person.email].filter(Boolean).join(" · ")}</span>
        {person.disabled && <span class="verdict">{told("disabled", { why: person.disabled })}</span>}
      </p>
      <div class="acts">
        <Form act={make} label={told("oneTime")} kind="button quiet small" />
        {person.disabled ? <Because label={told("enable")} act={act("enable")} /> : <Because label={told("disable")} act={act("disable")} />}
        <details class="because">
          <summary>{told("erase")}</summary>
          <p>{told("eraseHelp")}</p>
          <Form act={erase} label={told("erase")} kind="button small" />
        </details>
      </div>
      {link.value && <Once secret={link.value} label={told("linkShown")} />}
    </li>
  );
}
