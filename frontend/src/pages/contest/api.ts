// The routes of a contest.

import { ask, json } from "../../api";
import type {
  Codes,
  Compared,
  Facts,
  InvitedTo,
  JudgingLog,
  LinkMade,
  Matches,
  Me,
  Profile,
  PublicTable,
  Received,
  Registered,
  Registration,
  Replays,
  Results,
  TeamPage,
  TokenHead,
  TokenMade,
  VersionHead,
  Versions,
} from "../../generated/contest";

const BASE = "/api/contest";

const get = <T>(path: string): Promise<T> => json(BASE + path);

function init(body: unknown): RequestInit {
  const headers = { "content-type": "application/json" };
  return { method: "POST", headers, body: JSON.stringify(body) };
}

const post = <T>(path: string, body: unknown = null): Promise<T> => json(BASE + path, init(body));
/** Where nothing is answered. */
const act = async (path: string, body: unknown = null): Promise<void> => void (await ask(BASE + path, init(body)));
const drop = async (path: string): Promise<void> => void (await ask(BASE + path, { method: "DELETE" }));

export const facts = (): Promise<Facts> => get("");
export const table = (): Promise<PublicTable> => get("/table");

export const register = (said: Registration): Promise<Registered> => post("/accounts", said);
export const signIn = (login: string, password: string): Promise<Me> => post("/sessions", { login, password });
export const signInByLink = (secret: string): Promise<Me> => post("/sessions/link", { secret });
export const signOut = (everywhere = false): Promise<void> => drop(`/sessions${everywhere ? "?everywhere=true" : ""}`);
export const signOn = (invitation: string, language: string): Promise<{ address: string }> =>
  post("/sign_on", { invitation, language });
export const setPassword = (password: string, old: string): Promise<Me> => post("/password", { password, old });
export const forgotten = (login: string): Promise<void> => act("/password/forgotten", { login });
export const codes = (): Promise<Codes> => post("/codes");
export const describe = (profile: Profile): Promise<Me> => post("/account", profile);
export const erase = (login: string): Promise<void> => act("/account/erase", { login });
export const tokens = (): Promise<TokenHead[]> => get("/tokens");
export const makeToken = (note: string): Promise<TokenMade> => post("/tokens", { note });
export const dropToken = (id: string): Promise<void> => drop(`/tokens/${id}`);

export const lookAt = (invitation: string): Promise<InvitedTo> => post("/invitations/look", { invitation });
export const team = (): Promise<TeamPage> => get("/team");
export const found = (name: string): Promise<TeamPage> => post("/teams", { name });
export const join = (invitation: string): Promise<TeamPage> => post("/team/join", { invitation });
export const leave = (): Promise<void> => act("/team/leave");
export const invite = (): Promise<LinkMade> => post("/team/invitations");
export const uninvite = (): Promise<void> => drop("/team/invitations");

export const versions = (): Promise<Versions> => get("/versions");
export const log = (number: number, from: number): Promise<JudgingLog> => get(`/versions/${number}/log?from=${from}`);
export const activate = (number: number): Promise<VersionHead> => post(`/versions/${number}/activate`);
export const packageOf = (number: number): string => `${BASE}/versions/${number}/package`;

export function submit(name: string, data: Blob, note: string): Promise<Received> {
  const headers = { "content-type": "application/octet-stream" };
  return json(`${BASE}/versions?${new URLSearchParams({ name, note })}`, { method: "POST", headers, body: data });
}

export interface Filters {
  version: string;
  against: string;
  only: string;
}

export const results = (): Promise<Results> => get("/results");
export function matches({ version, against, only }: Filters, before?: number): Promise<Matches> {
  const query = new URLSearchParams({ only });
  if (version) query.set("version", version);
  if (against) query.set("against", against);
  if (before !== undefined) query.set("before", String(before));
  return get(`/matches?${query}`);
}

export const challenge = (version: number, against: string): Promise<{ id: string }> =>
  post("/challenges", { version, against });
export const compare = (one: number, other: number): Promise<{ id: string }> => post("/comparisons", { one, other });
export const comparisons = (): Promise<Compared[]> => get("/comparisons");

export function replays(of: string, before?: number): Promise<Replays> {
  const query = new URLSearchParams({ of });
  if (before !== undefined) query.set("before", String(before));
  return get(`/replays?${query}`);
}
