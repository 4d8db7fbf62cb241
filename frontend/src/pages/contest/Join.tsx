// Registering, with an invitation where one is needed; and joining the team that an invitation leads to.

import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { Text } from "../../board";
import type { Registered } from "../../generated/contest";
import { Notice } from "../../parts";
import { lang, messageOf, say } from "../../speech";
import * as api from "./api";
import type { PartProps } from "./Contest";
import { SignOn, secretOfAddress } from "./Enter";
import { Codes, Field, Form } from "./form";
import { said } from "./words";

export function Join({ facts }: PartProps) {
  const invitation = useSignal(secretOfAddress());
  const team = useSignal<string | null>(null);
  const wrong = useSignal<Text | null>(null);
  const made = useSignal<Registered | null>(null);
  useEffect(() => {
    if (!invitation.value) return;
    api.lookAt(invitation.value).then(
      (led) => (team.value = led.team),
      (error) => (wrong.value = messageOf(error)),
    );
  }, []);
  if (made.value) return <Made codes={made.value.codes} />;
  const notice = wrong.value && <Notice kind="warn">{say(wrong.value)}</Notice>;
  if (facts.me) {
    const join = async () => {
      await api.join(invitation.value);
      location.assign("/contest/team");
    };
    return (
      <section class="panel narrow">
        <h2>{said("joinTitle")}</h2>
        {notice}
        <Form act={join} label={team.value ? said("joinTeam", { team: team.value }) : said("join")}>
          <Field label={said("invitation")} value={invitation} required />
        </Form>
      </section>
    );
  }
  return <Register facts={facts} invitation={invitation} notice={team.value ? <Notice>{said("invitedTo", { team: team.value })}</Notice> : notice} made={made} />;
}

interface RegisterProps {
  facts: PartProps["facts"];
  invitation: Signal<string>;
  notice: ComponentChildren;
  made: Signal<Registered | null>;
}

function Register({ facts, invitation, notice, made }: RegisterProps) {
  const [login, name, password] = [useSignal(""), useSignal(""), useSignal("")];
  const [real_name, email] = [useSignal(""), useSignal("")];
  const register = async () => {
    made.value = await api.register({
      login: login.value,
      name: name.value || login.value,
      password: password.value,
      invitation: invitation.value,
      real_name: real_name.value,
      email: email.value,
      language: lang.value,
    });
  };
  return (
    <section class="panel narrow">
      <h2>{said("register")}</h2>
      {notice}
      <Form act={register} label={said("register")}>
        {(facts.registration === "invitation" || invitation.value) && <Field label={said("invitation")} value={invitation} required={facts.registration === "invitation"} />}
        <Field label={said("login")} hint={said("loginHint")} value={login} autocomplete="username" required most={40} />
        <Field label={said("password")} hint={said("passwordHint")} value={password} type="password" autocomplete="new-password" required least={10} />
        <Field label={said("shownName")} hint={said("optional")} value={name} autocomplete="nickname" most={60} />
        <Field label={said("realName")} hint={said("optional")} value={real_name} autocomplete="name" />
        <Field label={said("email")} hint={said("optional")} value={email} type="email" autocomplete="email" />
        <p class="dim hint">{said(facts.real_names ? "privacyOpen" : "privacy", { n: facts.keep_days })}</p>
      </Form>
      <SignOn facts={facts} invitation={invitation.value} />
      <p>
        <a href="/contest/enter">{said("haveAccount")}</a>
      </p>
    </section>
  );
}

function Made({ codes }: { codes: string[] }) {
  return (
    <>
      <Codes codes={codes} />
      <p class="after">
        <a class="button" href="/contest/team">
          {said("codesKept")}
        </a>
      </p>
    </>
  );
}
