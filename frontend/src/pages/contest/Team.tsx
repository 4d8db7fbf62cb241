// One's team: founded or joined, its members, invitations.

import { useSignal } from "@preact/signals";
import type { LinkMade, TeamPage } from "../../generated/contest";
import { Dialog, Notice } from "../../parts";
import { useLoaded, Waiting } from "../load";
import * as api from "./api";
import type { PartProps } from "./Contest";
import { Field, Form, Once } from "./form";
import { said } from "./words";

export function Team({ facts, again }: PartProps) {
  if (!facts.me?.team) return <NoTeam again={again} />;
  return <Own again={again} />;
}

function NoTeam({ again }: Pick<PartProps, "again">) {
  const [name, invitation] = [useSignal(""), useSignal("")];
  const found = async () => {
    await api.found(name.value);
    await again();
  };
  const join = async () => {
    await api.join(invitation.value.replace(/^.*#/, "").trim());
    await again();
  };
  return (
    <div class="held-parts">
      <section class="panel">
        <h2>{said("foundTitle")}</h2>
        <Form act={found} label={said("found")}>
          <Field label={said("teamName")} value={name} required most={60} />
        </Form>
      </section>
      <section class="panel">
        <h2>{said("joinTitle")}</h2>
        <Form act={join} label={said("join")} kind="button quiet">
          <p class="dim hint">{said("joinHelp")}</p>
          <Field label={said("invitation")} value={invitation} required />
        </Form>
      </section>
    </div>
  );
}

function Own({ again }: Pick<PartProps, "again">) {
  const turn = useSignal(0);
  const { value, error } = useLoaded(api.team, [turn.value]).value;
  const link = useSignal<LinkMade | null>(null);
  const leaving = useSignal(false);
  if (!value) return <Waiting error={error} />;
  const invite = async () => {
    link.value = await api.invite();
    turn.value++;
  };
  const uninvite = async () => {
    await api.uninvite();
    link.value = null;
    turn.value++;
  };
  const leave = async () => {
    await api.leave();
    leaving.value = false;
    await again();
  };
  return (
    <section class="panel">
      <h2>{value.head.name}</h2>
      {value.head.aside && <Notice kind="warn">{said("aside", { why: value.head.aside })}</Notice>}
      <Members page={value} />
      {link.value && <Once secret={absolute(link.value.address)} label={said("inviteShown")} />}
      {value.room > 0 && (
        <Form act={invite} label={said("invite")}>
          <p class="dim hint">{said("inviteHelp")}</p>
        </Form>
      )}
      {value.invitations > 0 && <Form act={uninvite} label={said("uninvite")} kind="button quiet small" />}
      <p class="after">
        <button type="button" class="button quiet small" onClick={() => (leaving.value = true)}>
          {said("leave")}
        </button>
      </p>
      {leaving.value && (
        <Dialog title={said("leave")} kind="ask" close={() => (leaving.value = false)}>
          <p>{said("leaveSure")}</p>
          <Form act={leave} label={said("leave")} />
          <button type="button" class="button quiet" onClick={() => (leaving.value = false)}>
            {said("stay")}
          </button>
        </Dialog>
      )}
    </section>
  );
}

const absolute = (address: string): string => new URL(address, location.href).href;

function Members({ page }: { page: TeamPage }) {
  return (
    <>
      <h3>{said("members")}</h3>
      <ul class="links">
        {page.members.map((one, n) => (
          <li key={n}>
            {one.name} {one.you && <span class="badge">{said("you")}</span>}
          </li>
        ))}
      </ul>
      <p class="dim">{page.room > 0 ? said("room", { n: page.room }) : said("full")}</p>
    </>
  );
}
