// Teams: who they are, their groups and private tags, and who is set aside.

import { useSignal } from "@preact/signals";
import type { TeamRow } from "../../../generated/console";
import { useLoaded, Waiting } from "../../load";
import { Field, Form } from "../form";
import * as api from "./api";
import { Because, Seek } from "./parts";
import { C, told } from "./words";

export function Teams() {
  const turn = useSignal(0);
  const sought = useSignal("");
  const { value, error } = useLoaded(api.teams, [turn.value]).value;
  if (!value) return <Waiting error={error} />;
  const again = () => void turn.value++;
  const wanted = sought.value.trim().toLowerCase();
  const shown = value.filter((one) => [one.name, one.group, ...one.tags, ...one.members].some((text) => text.toLowerCase().includes(wanted)));
  return (
    <section class="panel">
      <h2>{told("teams")}</h2>
      <p>
        <Seek label={told("seek")} value={sought} />
      </p>
      {!shown.length && <p class="dim">{told("nothing")}</p>}
      <ul class="rows">
        {shown.map((one) => (
          <Row key={one.id} team={one} again={again} />
        ))}
      </ul>
    </section>
  );
}

function Row({ team, again }: { team: TeamRow; again: () => void }) {
  const [group, tags] = [useSignal(team.group), useSignal(team.tags.join(", "))];
  const save = async () => {
    const list = tags.value.split(",").map((tag) => tag.trim());
    await api.act({ act: "team_describe", team: team.id, group: group.value, tags: list.filter(Boolean) });
    again();
    return C.done;
  };
  const act = (what: "team_aside" | "team_back") => async (why: string) => {
    await api.act({ act: what, team: team.id, why });
    again();
  };
  return (
    <li>
      <p class="line">
        <b>{team.name}</b>
        {team.group && <span class="badge">{team.group}</span>}
        {team.tags.map((tag) => (
          <span key={tag} class="badge">
            {tag}
          </span>
        ))}
        <span class="dim">
          {team.members.join(", ")} · {told("version")} {told(team.version === null ? "noVersion" : "ofVersions", { n: team.version ?? 0, of: team.versions })}
        </span>
        {team.aside && <span class="verdict">{told("aside", { why: team.aside })}</span>}
      </p>
      <div class="acts">
        <details class="because">
          <summary>{told("change")}</summary>
          <Form act={save} label={told("save")} kind="button small">
            <Field label={told("group")} value={group} most={60} />
            <Field label={told("tags")} hint={told("tagsHelp")} value={tags} />
          </Form>
        </details>
        {team.aside ? <Because label={told("letBack")} act={act("team_back")} /> : <Because label={told("setAside")} act={act("team_aside")} />}
      </div>
    </li>
  );
}
