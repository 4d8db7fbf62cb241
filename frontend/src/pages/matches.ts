// The list of matches: its first page is renewed while somebody looks, older ones are added when they are wanted.

import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import * as api from "../api";
import type { MatchHead } from "../generated/wire";

/** How often the list is renewed, in milliseconds. */
const RENEW = 4000;
/** How many matches the server tells at once. */
export const PAGE = 50;

export interface Listed {
  list: MatchHead[];
  /** Whether there may be older ones. */
  more: boolean;
}

/** A list whose first page has come anew: what was behind the last match of it stays behind it. */
export function renewed({ list, more }: Listed, page: MatchHead[]): Listed {
  const last = list.findIndex(({ id }) => id === page.at(-1)?.id);
  if (page.length < PAGE || last < 0) return { list: page, more: page.length === PAGE };
  return { list: [...page, ...list.slice(last + 1)], more };
}

export function useMatches(): { listed: ReadonlySignal<Listed>; older: () => Promise<void> } {
  const listed = useSignal<Listed>({ list: [], more: false });
  useEffect(() => {
    const take = (page: MatchHead[]) => (listed.value = renewed(listed.peek(), page));
    const renew = () => {
      if (!document.hidden) api.matches().then(take, () => undefined);
    };
    renew();
    const timer = setInterval(renew, RENEW);
    return () => clearInterval(timer);
  }, []);
  const older = async () => {
    const page = await api.matches(undefined, listed.peek().list.at(-1)?.id);
    listed.value = { list: [...listed.peek().list, ...page], more: page.length === PAGE };
  };
  return { listed, older };
}
