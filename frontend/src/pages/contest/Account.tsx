// One's account: profile, password, codes, tokens, data.

import { useSignal } from "@preact/signals";
import type { Codes as Made, Language, Me, TokenMade } from "../../generated/contest";
import { say } from "../../speech";
import { useLoaded } from "../load";
import * as api from "./api";
import type { PartProps } from "./Contest";
import { Codes, Field, Form, Once } from "./form";
import { dated } from "./times";
import { C, said } from "./words";

export function Account({ facts, again }: PartProps) {
  const me = facts.me as Me;
  return (
    <div class="held-parts">
      <Profile me={me} again={again} />
      <Password me={me} again={again} />
      <RecoveryCodes me={me} again={again} />
      <Tokens />
      <Data me={me} />
    </div>
  );
}

interface Props {
  me: Me;
  again: () => Promise<void>;
}

function Profile({ me, again }: Props) {
  const [name, real_name, email] = [useSignal(me.name), useSignal(me.real_name), useSignal(me.email)];
  const language = useSignal<Language>(me.language);
  const save = async () => {
    await api.describe({ name: name.value, real_name: real_name.value, email: email.value, language: language.value });
    await again();
    return C.saved;
  };
  return (
    <section class="panel">
      <h2>{said("profile")}</h2>
      <p class="dim">
        {said("yourLogin")} <b>{me.login}</b>
      </p>
      <Form act={save} label={said("save")}>
        <Field label={said("shownName")} value={name} autocomplete="nickname" required most={60} />
        <Field label={said("realName")} hint={said("optional")} value={real_name} autocomplete="name" />
        <Field label={said("email")} hint={said("optional")} value={email} type="email" autocomplete="email" />
        <label class="field">
          <span>{said("mailLanguage")}</span>
          <select value={language.value} onChange={(event) => (language.value = event.currentTarget.value as Language)}>
            <option value="en">English</option>
            <option value="fr">français</option>
          </select>
        </label>
      </Form>
    </section>
  );
}

function Password({ me, again }: Props) {
  const [password, old] = [useSignal(""), useSignal("")];
  const set = async () => {
    await api.setPassword(password.value, old.value);
    password.value = old.value = "";
    await again();
    return C.passwordSet;
  };
  return (
    <section class="panel">
      <h2>{said("password")}</h2>
      <Form act={set} label={said("setPassword")}>
        {!me.may_set && <Field label={said("oldPassword")} value={old} type="password" autocomplete="current-password" required />}
        <Field label={said("newPassword")} hint={said("passwordHint")} value={password} type="password" autocomplete="new-password" required least={10} />
      </Form>
    </section>
  );
}

function RecoveryCodes({ me, again }: Props) {
  const made = useSignal<Made | null>(null);
  const make = async () => {
    made.value = await api.codes();
    await again();
  };
  if (made.value) return <Codes codes={made.value.codes} />;
  return (
    <section class="panel">
      <h2>{said("codesTitle")}</h2>
      <p>{said("codesLeft", { n: me.codes })}</p>
      <Form act={make} label={said("newCodes")} kind="button quiet" />
    </section>
  );
}

function Tokens() {
  const turn = useSignal(0);
  const listed = useLoaded(api.tokens, [turn.value]).value;
  const note = useSignal("");
  const made = useSignal<TokenMade | null>(null);
  const make = async () => {
    made.value = await api.makeToken(note.value);
    note.value = "";
    turn.value++;
  };
  const drop = (id: string) => async () => {
    await api.dropToken(id);
    turn.value++;
  };
  return (
    <section class="panel">
      <h2>{said("tokens")}</h2>
      <p class="dim hint">{said("tokensHelp")}</p>
      {listed.error && <p class="verdict">{say(listed.error)}</p>}
      <ul class="tokens">
        {listed.value?.map((one) => (
          <li key={one.id}>
            <span>
              {one.note || said("unnamed")} <span class="dim">{one.seen === null ? said("unused") : said("usedOn", { when: dated(one.seen) })}</span>
            </span>
            <Form act={drop(one.id)} label={said("takeBack")} kind="button quiet small" />
          </li>
        ))}
      </ul>
      {made.value && <Once secret={made.value.token} label={said("tokenShown")} />}
      {made.value && (
        <p class="hint">
          {said("tokenUse")} <code>joute submit … --url {location.origin} --token …</code>
        </p>
      )}
      <Form act={make} label={said("makeToken")} kind="button quiet">
        <Field label={said("tokenFor")} hint={said("optional")} value={note} />
      </Form>
    </section>
  );
}

function Data({ me }: { me: Me }) {
  const login = useSignal("");
  const everywhere = async () => {
    await api.signOut(true);
    location.assign("/contest");
  };
  const erase = async () => {
    await api.erase(login.value);
    location.assign("/contest");
  };
  return (
    <section class="panel">
      <h2>{said("data")}</h2>
      <p>
        <a href="/api/contest/account/data" download>
          {said("dataHelp")}
        </a>
      </p>
      <Form act={everywhere} label={said("everywhere")} kind="button quiet" />
      <details>
        <summary>{said("erase")}</summary>
        <Form act={erase} label={said("erase")} kind="button quiet">
          <p>{said("eraseHelp", { login: me.login })}</p>
          <Field label={said("login")} value={login} required />
        </Form>
      </details>
    </section>
  );
}
