// A new match on a board, or in a position, of the editor: the draft is behind the # of the address.

import * as api from "../api";
import { packed, unpacked } from "../edit/link";
import type { EditAnswer } from "../generated/editor";
import type { NewMatch } from "../generated/wire";
import { useLoaded } from "./load";
import { PageError, say, text, word } from "../speech";

/** The draft that the address brings, as the server sees it; null where it brings none. */
export async function drafted(game: string): Promise<EditAnswer | null> {
  if (!location.hash) return null;
  const draft = await unpacked(location.hash, game);
  if (!draft) throw new PageError(text("draftBroken"));
  return api.edit({ draft });
}

/** What of a match is settled by a draft. */
export function settled({ draft }: EditAnswer): Partial<NewMatch> {
  if (draft.kind === "position") return { position: draft.text };
  return { board: draft.text, params: draft.params, ...(draft.preset && { preset: draft.preset }) };
}

export function DraftNote({ answer: { draft, trouble } }: { answer: EditAnswer }) {
  const link = useLoaded(() => packed(draft), [draft]).value.value;
  return (
    <p class="lead">
      <b>{word(draft.kind === "board" ? "draftBoard" : "draftPosition")}</b> ·{" "}
      <a href={`/edit/${draft.game}${link ?? ""}`}>{word("backToEditor")}</a>
      {trouble && (
        <>
          <br />
          {word("notYet")} {say(trouble.text)}
        </>
      )}
    </p>
  );
}

/** The address of the editor with a board. */
export const editAddress = (game: string, board: string, preset: string): string => {
  const query = new URLSearchParams({ ...(board && { board }), ...(preset && { preset }) }).toString();
  return `/edit/${game}${query && `?${query}`}`;
};
