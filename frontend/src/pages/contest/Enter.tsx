// Signing in: by password or code, by a one-time link, by the single sign-on.

import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { Facts } from "../../generated/contest";
import { Notice } from "../../parts";
import { lang } from "../../speech";
import * as api from "./api";
import type { PartProps } from "./Contest";
import { Field, Form } from "./form";
import { C, said } from "./words";

/** The secret that the address carries behind its `#`: no server sees it. It is taken out of the address at once. */
export function secretOfAddress(): string {
  const secret = decodeURIComponent(location.hash.slice(1));
  if (secret) history.replaceState(null, "", location.pathname + location.search);
  return secret;
}

export function Enter({ facts, again }: PartProps) {
  const link = useSignal(location.pathname === "/contest/enter" ? secretOfAddress() : "").value;
  const setting = useRef(false);
  if (facts.me?.may_set) setting.current = true; // and stays so, to say what came of it
  if (facts.me && setting.current) return <SetPassword again={again} />;
  if (facts.me) return <Notice>{said("signedInAs", { name: facts.me.name })}</Notice>;
  const follow = async () => {
    await api.signInByLink(link);
    await again();
  };
  return (
    <div class="held-parts">
      <Why />
      {link && (
        <section class="panel narrow">
          <h2>{said("linkTitle")}</h2>
          <Form act={follow} label={said("useLink")}>
            <p>{said("linkHelp")}</p>
          </Form>
        </section>
      )}
      <section class="panel narrow">
        <h2>{said("enter")}</h2>
        <SignIn again={again} />
        <SignOn facts={facts} invitation="" />
        {facts.registration !== "closed" && (
          <p>
            <a href="/contest/join">{said("noAccount")}</a>
          </p>
        )}
      </section>
      <Lost facts={facts} />
    </div>
  );
}

function SignIn({ again }: Pick<PartProps, "again">) {
  const [login, password] = [useSignal(""), useSignal("")];
  const enter = async () => {
    const me = await api.signIn(login.value, password.value);
    if (location.pathname === "/contest/enter" && !me.may_set) location.assign("/contest/versions");
    else await again();
  };
  return (
    <Form act={enter} label={said("enter")}>
      <Field label={said("login")} value={login} autocomplete="username" required />
      <Field label={said("passwordOrCode")} value={password} type="password" autocomplete="current-password" required />
    </Form>
  );
}

/** The button of the single sign-on, where there is one. */
export function SignOn({ facts, invitation }: { facts: Facts; invitation: string }) {
  if (facts.sign_on === null) return null;
  const go = async () => location.assign((await api.signOn(invitation, lang.value)).address);
  return <Form act={go} label={facts.sign_on} kind="button quiet" />;
}

/** Why the single sign-on led back here. */
function Why() {
  const why = new URLSearchParams(location.search).get("why");
  if (!why) return null;
  const known = `why_${why}`;
  return <Notice kind="warn">{said(Object.hasOwn(C, known) ? (known as keyof typeof C) : "signOnFailed")}</Notice>;
}

function Lost({ facts }: { facts: Facts }) {
  const login = useSignal("");
  const send = async () => {
    await api.forgotten(login.value);
    return C.linkSent;
  };
  return (
    <details class="panel narrow">
      <summary>{said("lostTitle")}</summary>
      <p>{said("lostCode")}</p>
      {facts.mail && (
        <Form act={send} label={said("sendLink")} kind="button quiet">
          <Field label={said("loginOrMail")} value={login} autocomplete="username" required />
        </Form>
      )}
    </details>
  );
}

/** A new password, without the old one: for who came by a link or a code. */
function SetPassword({ again }: Pick<PartProps, "again">) {
  const password = useSignal("");
  const done = useSignal(false);
  const set = async () => {
    await api.setPassword(password.value, "");
    done.value = true;
    await again();
    return C.passwordSet;
  };
  return (
    <section class="panel narrow">
      <h2>{said("newPassword")}</h2>
      {!done.value && <p>{said("setNow")}</p>}
      <Form act={set} label={said("setPassword")}>
        <Field label={said("newPassword")} hint={said("passwordHint")} value={password} type="password" autocomplete="new-password" required least={10} />
      </Form>
    </section>
  );
}
