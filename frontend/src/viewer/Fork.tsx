// From a match to others: play on from a position, compare, and back to the match it was played on from.

import type { FilmHead } from "../generated/wire";
import { Icon } from "../parts";
import { word } from "../speech";
import type { Playback } from "./playback";

/** The address of the editor with a position. */
const editAddress = (head: FilmHead, id: string, playback: Playback): string =>
  `/edit/${head.game}?${new URLSearchParams({ from: id, frame: String(playback.frame.value) })}`;

/** The address of the page that begins a match in a position; a seat is kept for whoever looks with its eyes. */
function forkAddress(head: FilmHead, id: string, playback: Playback): string {
  const query = new URLSearchParams({ from: id, frame: String(playback.frame.value) });
  if (playback.seat.value !== null) query.set("seat", String(playback.seat.value));
  return `/new/${head.game}?${query}`;
}

export function Fork({ id, playback }: { id: string; playback: Playback }) {
  const head = playback.film.head.value;
  const { origin } = head;
  const over = head.phases[playback.frame.value] === "over";
  return (
    <section class="panel share" aria-label={word("playOn")}>
      {over ? (
        <button type="button" class="button quiet" disabled>
          <Icon name="flag" /> {word("playOn")}
        </button>
      ) : (
        <a class="button" href={forkAddress(head, id, playback)}>
          <Icon name="flag" /> {word("playOn")}
        </a>
      )}
      {!over && (
        <a class="button quiet" href={editAddress(head, id, playback)}>
          {word("editPosition")}
        </a>
      )}
      {origin?.match ? (
        <>
          <a class="button quiet" href={`/compare?a=${origin.match}&b=${id}`}>
            {word("compareOrigin")}
          </a>
          <a class="button quiet" href={`/watch/${origin.match}?turn=${origin.turn}&step=${origin.step}`}>
            {word("seeOrigin")}
          </a>
        </>
      ) : (
        <a class="button quiet" href={`/compare?a=${id}`}>
          {word("compareOther")}
        </a>
      )}
    </section>
  );
}
