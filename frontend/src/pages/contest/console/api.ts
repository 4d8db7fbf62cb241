// The routes of an organiser's console.

import { ask, json } from "../../../api";
import type { Act, Finalist, LogRow, MatchPage, Person, State, TeamRow, VersionLog, VersionRow } from "../../../generated/console";
import type { LinkMade } from "../../../generated/contest";

const BASE = "/api/contest/console";

const get = <T>(path: string): Promise<T> => json(BASE + path);

function query(values: Record<string, string | number | undefined>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== "");
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

function post(body: unknown): RequestInit {
  return { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

export const state = (): Promise<State> => get("");
export const people = (): Promise<Person[]> => get("/people");
export const teams = (): Promise<TeamRow[]> => get("/teams");
export const versions = (filters: Record<string, string>, before?: number): Promise<VersionRow[]> =>
  get(`/versions${query({ ...filters, before })}`);
export const log = (version: number): Promise<VersionLog> => get(`/versions/${version}/log`);
export const matches = (filters: Record<string, string>, before?: number): Promise<MatchPage> =>
  get(`/matches${query({ ...filters, before })}`);
export const actions = (before?: number): Promise<LogRow[]> => get(`/log${query({ before })}`);
export const finalists = (top: string, tag: string): Promise<Finalist[]> => get(`/finalists${query({ top, tag })}`);

/** Do something; `why` goes to the audit log. */
export const act = async (what: Act & { why?: string }): Promise<void> =>
  void (await ask(`${BASE}/acts`, post(what)));
export const link = (login: string): Promise<LinkMade> => json("/api/contest/links", post({ login }));
export const invitation = (uses: number, note: string): Promise<LinkMade> =>
  json("/api/contest/invitations", post({ uses, note }));
