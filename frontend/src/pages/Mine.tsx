// The matches in which this browser has seats: whose turn it is, and the way back.

import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import * as api from "../api";
import type { GameHead, MatchHead } from "../generated/wire";
import { forget, type Mine, mine } from "../mine";
import { Colours, GameMark, SeatMark } from "../parts";
import { turnText, word } from "../speech";

/** How often their state is asked for, in milliseconds. */
const RENEW = 4000;

interface Known {
  own: Mine;
  match: MatchHead;
}

/** What is known of these matches now; those that the arena has lost are forgotten. */
async function known(): Promise<Known[]> {
  const list = mine();
  if (!list.length) return [];
  const heads = new Map((await api.matchesOf(list.map(({ id }) => id))).map((match) => [match.id, match]));
  for (const { id } of list) if (!heads.has(id)) forget(id);
  return list.flatMap((own) => {
    const match = heads.get(own.id);
    return match ? [{ own, match }] : [];
  });
}

export function Yours({ games }: { games: readonly GameHead[] }) {
  const list = useSignal<Known[]>([]);
  useEffect(() => {
    const renew = () => {
      if (!document.hidden) known().then((found) => (list.value = found), () => undefined);
    };
    renew();
    const timer = setInterval(renew, RENEW);
    return () => clearInterval(timer);
  }, []);
  if (!list.value.length) return null;
  return (
    <section class="matches yours">
      <h2>
        {word("yours")} <span class="dim hint">{word("yoursHint")}</span>
      </h2>
      <ul class="match-list">
        {list.value.map((one) => (
          <li key={one.own.id}>
            <Own {...one} title={games.find((game) => game.name === one.match.game)?.title ?? one.match.game} list={list} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const lasts = ({ state }: MatchHead): boolean => state === "waiting" || state === "playing";

/** Where a click goes: to the seat, to the invitations where none was taken here, to the film once it is over. */
export function wayBack({ own, match }: Known): string | null {
  if (!lasts(match)) return match.open ? `/watch/${own.id}` : null;
  return own.play ? `/play/${own.id}#${own.play}` : `/invite/${own.id}#${own.invite}`;
}

function Own({ own, match, title, list }: Known & { title: string; list: Signal<Known[]> }) {
  const way = wayBack({ own, match });
  const remove = () => {
    forget(own.id);
    list.value = list.value.filter((one) => one.own.id !== own.id);
  };
  const inside = (
    <Colours.Provider value={match.players.map((player) => player.colour)}>
      <GameMark game={match.game} />
      <span class="players">
        {match.players.slice(0, 6).map((player, seat) => (
          <span key={seat}>
            <SeatMark seat={seat} /> {player.name}
          </span>
        ))}
      </span>
      <span class="hidden-text">{title}</span>
      <Badge own={own} match={match} />
    </Colours.Provider>
  );
  return (
    <div class="own">
      {way ? (
        <a class="match" href={way}>
          {inside}
        </a>
      ) : (
        <div class="match">{inside}</div>
      )}
      {own.invite && own.play && lasts(match) && (
        <a class="plain-link" href={`/invite/${own.id}#${own.invite}`}>
          {word("inviteLink")}
        </a>
      )}
      <button type="button" class="tool small" aria-label={word("forget", { title })} title={word("forget", { title })} onClick={remove}>
        ×
      </button>
    </div>
  );
}

function Badge({ own, match }: Known) {
  if (match.state !== "playing") return <span class="badge">{word(match.state)}</span>;
  const yours = own.seats.some((seat) => match.asked.includes(seat));
  return (
    <span class={yours ? "badge live" : "badge"}>
      {word(yours ? "stateYours" : "stateTheirs")} · {turnText(match.turn, match.last_turn)}
    </span>
  );
}
