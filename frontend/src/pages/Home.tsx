import { useSignal } from "@preact/signals";
import * as api from "../api";
import type { Text } from "../board";
import { liveBadge, liveWord } from "../connection";
import type { GameHead, MatchHead } from "../generated/wire";
import { Colours, GameMark, Icon, Notice, SeatMark } from "../parts";
import { number, say, messageOf, turnText, W, word } from "../speech";
import { watchFile } from "./App";
import { useLoaded, Waiting } from "./load";
import { type Listed, useMatches } from "./matches";
import { Yours } from "./Mine";
import { Preview } from "./Preview";

export default function Home() {
  const { value: games, error } = useLoaded(api.games).value;
  const { listed, older } = useMatches();
  const notice = useSignal<Text | null>(null);
  if (!games) return <Waiting error={error} />;
  const tell = (text: Text) => (notice.value = text);
  const over = worthShowing(listed.value.list.filter((match) => match.open && match.state === "over"));
  const shown = (game: GameHead) => over.find((match) => match.game === game.name);
  return (
    <main class="page home" id="content">
      <Hero match={over[0]} notice={notice.value} tell={tell} />
      <Yours games={games} />
      <ul class="cards">
        {games.map((game) => (
          <li key={game.name}>
            <Card game={game} match={shown(game)} watch={() => watchDemo(game, shown(game), tell)} />
          </li>
        ))}
      </ul>
      <Matches {...listed.value} games={games} older={() => older().catch((error: unknown) => tell(messageOf(error)))} />
    </main>
  );
}

/** Those that went on for a while before those that ended at once: their boards are empty. */
export function worthShowing<M extends Pick<MatchHead, "game" | "turn">>(over: readonly M[]): M[] {
  const longest = (game: string) => Math.max(...over.filter((match) => match.game === game).map(({ turn }) => turn));
  const short = ({ game, turn }: M) => turn < longest(game) / 4;
  return over.toSorted((a, b) => Number(short(a)) - Number(short(b)));
}

function Hero({
  match,
  notice,
  tell,
}: {
  match: MatchHead | undefined;
  notice: Text | null;
  tell: (text: Text) => void;
}) {
  return (
    <section class="hero">
      <div>
        <h1>{word("welcome")}</h1>
        <p class="lead">{word("welcomeMore")}</p>
        <p class="dim hint">
          {word("dropHint")} <FileButton tell={tell} />
        </p>
        {notice && <Notice>{say(notice)}</Notice>}
      </div>
      {match && (
        <a class="frame" href={`/watch/${match.id}`} aria-label={word("watchDemo")}>
          <Preview key={match.id} id={match.id} running />
        </a>
      )}
    </section>
  );
}

function Matches({ list, more, games, older }: Listed & { games: GameHead[]; older: () => void }) {
  return (
    <section class="matches">
      <h2>{word("recent")}</h2>
      {list.length === 0 ? <p class="dim">{word("recentNone")}</p> : <MatchList list={list} games={games} />}
      {more && (
        <button type="button" class="button quiet" onClick={older}>
          {word("older")}
        </button>
      )}
    </section>
  );
}

/** Show a match that was played, or have one played now. */
async function watchDemo(game: GameHead, match: MatchHead | undefined, tell: (text: Text) => void): Promise<void> {
  if (match) return location.assign(`/watch/${match.id}`);
  tell(W.starting);
  try {
    const players = Array.from({ length: game.seats.usual }, (_, seat) => ({
      kind: "champion" as const,
      name: game.champions[seat % game.champions.length],
    }));
    const made = await api.create({ game: game.name, players });
    location.assign(`/watch/${made.match.id}`);
  } catch (error) {
    tell(messageOf(error));
  }
}

function FileButton({ tell }: { tell: (text: Text) => void }) {
  return (
    <label class="file">
      {word("chooseFile")}
      <input
        type="file"
        accept=".jsonl,.gz,application/gzip"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) void watchFile(file, tell);
        }}
      />
    </label>
  );
}

export function seatsOf({ seats }: GameHead): string {
  if (seats.most > 20) return word("playersMany", { a: seats.least });
  return seats.least === seats.most
    ? word("players", { n: seats.least })
    : word("playersRange", { a: seats.least, b: seats.most });
}

function Card({ game, match, watch }: { game: GameHead; match: MatchHead | undefined; watch: () => void }) {
  return (
    <article class="card">
      <div class="picture">{match ? <Preview key={match.id} id={match.id} /> : <GameMark game={game.name} />}</div>
      <div class="about">
        <h2>
          <GameMark game={game.name} /> {game.title}
        </h2>
        <p>{say(game.summary)}</p>
        <p class="tags">
          <span class="badge">{seatsOf(game)}</span> <span class="badge">{word(game.foggy ? "fog" : "openSight")}</span>
        </p>
        <p class="acts">
          <a class="button" href={`/new/${game.name}`}>
            <Icon name="flag" /> {word("play")}
            <span class="hidden-text"> : {game.title}</span>
          </a>
          <button type="button" class="button quiet" onClick={watch}>
            <Icon name="play" /> {word("watchDemo")}
            <span class="hidden-text"> : {game.title}</span>
          </button>
          <a class="plain-link" href={`/rules/${game.name}`}>
            {word("rules")}
            <span class="hidden-text"> : {game.title}</span>
          </a>
        </p>
      </div>
    </article>
  );
}

function MatchList({ list, games }: { list: MatchHead[]; games: GameHead[] }) {
  return (
    <ul class="match-list">
      {list.map((match) => (
        <li key={match.id}>
          <Match match={match} title={games.find((game) => game.name === match.game)?.title ?? match.game} />
        </li>
      ))}
    </ul>
  );
}

function Match({ match, title }: { match: MatchHead; title: string }) {
  const best = match.ranks ? Math.min(...match.ranks) : null;
  const inside = (
    <Colours.Provider value={match.players.map((player) => player.colour)}>
      <GameMark game={match.game} />
      <span class="players">
        {match.players.slice(0, 6).map((player, seat) => (
          <span key={seat} class={match.ranks?.[seat] === best && best !== null ? "won" : ""}>
            <SeatMark seat={seat} /> {player.name}{" "}
            <b>{match.scores[seat] === undefined ? "" : number(match.scores[seat])}</b>
          </span>
        ))}
      </span>
      <span class="hidden-text">{title}</span>
      <State match={match} />
    </Colours.Provider>
  );
  return match.open ? (
    <a class="match" href={`/watch/${match.id}`}>
      {inside}
    </a>
  ) : (
    <div class="match">{inside}</div>
  );
}

function State({ match }: { match: MatchHead }) {
  if (match.state === "playing")
    return (
      <span class={match.open ? liveBadge() : "badge"}>
        {match.open ? liveWord() : word("closedFog")} · {turnText(match.turn, match.last_turn)}
      </span>
    );
  return <span class="badge">{word(match.state)}</span>;
}
