// A new match: who plays, on which board, by which rules, with which clock.

import { type Signal, useSignal } from "@preact/signals";
import * as api from "../api";
import type { Text } from "../board";
import type { EditAnswer } from "../generated/editor";
import type { GameHead, MatchHead, NewMatch, NewMatchAnswer, TimeControl } from "../generated/wire";
import { recall, remember } from "../memory";
import { keep } from "../mine";
import { Colours, GameMark, Icon, Notice, SeatMark } from "../parts";
import { say, messageOf, W, word } from "../speech";
import { gentle, withStrength } from "../strength";
import { DraftNote, drafted, editAddress, settled } from "./drafted";
import { useLoaded, Waiting } from "./load";
import { again, type Origin, OriginNote, originOf, sameChairs } from "./origin";

/** Seconds a turn; none: no clock. */
const CLOCKS = [0, 15, 60, 300];
/** Turns of a match that is shorter than usual. */
const LENGTHS = [10, 20, 40];

export interface Chair {
  /** "human", or the name of a champion. */
  who: string;
  name: string;
}

export default function New({ name }: { name: string }) {
  const { value, error } = useLoaded(async () => {
    const query = new URLSearchParams(location.search);
    const last = query.get("again");
    const [games, origin, draft, match] = await Promise.all([
      api.games(),
      originOf(query),
      drafted(name),
      last ? api.match(last).catch(() => null) : null,
    ]);
    return { game: games.find((game) => game.name === name), origin, draft, match };
  }, [name]).value;
  if (!value?.game) return <Waiting error={value ? W.notFound : error} />;
  return (
    <Colours.Provider value={value.game.colours}>
      <Form {...value} game={value.game} />
    </Colours.Provider>
  );
}

function firstChairs(game: GameHead, seats = game.seats.usual): Chair[] {
  const others = gentle(game);
  return Array.from({ length: seats }, (_, seat) => ({ who: seat ? others[(seat - 1) % others.length] : "human", name: "" }));
}

/** Asking for the match that a form describes: what came of it. */
function useStart(describe: () => NewMatch) {
  const notice = useSignal<Text | null>(null);
  const busy = useSignal(false);
  const start = async (event: Event) => {
    event.preventDefault();
    busy.value = true;
    notice.value = null;
    try {
      location.assign(placeOf(await api.create(describe())));
    } catch (error) {
      notice.value = messageOf(error);
    }
    busy.value = false;
  };
  return { notice, busy, start };
}

/** Where to go once a match is made; its seats are remembered here. */
function placeOf({ match, seats }: NewMatchAnswer): string {
  if (!seats.length) return `/watch/${match.id}`;
  const secrets = seats.map(({ secret }) => secret).join(",");
  keep({ id: match.id, game: match.game, ...(seats.length > 1 && { invite: secrets }) });
  return seats.length > 1 ? `/invite/${match.id}#${secrets}` : `/play/${match.id}#${secrets}`;
}

interface FormProps {
  game: GameHead;
  origin: Origin | null;
  draft: EditAnswer | null;
  /** A match that is played again, if the arena still has it. */
  match: MatchHead | null;
}

function Form({ game, origin, draft, match }: FormProps) {
  const first = () => (match ? again(game, match) : firstChairs(game, draft?.seats));
  const chairs = useSignal<Chair[]>(origin ? sameChairs(game, origin) : first());
  const placed = origin !== null || draft?.draft.kind === "position";
  const extras = { preset: useSignal(""), board: useSignal(""), length: useSignal(""), seed: useSignal(""), clock: useSignal("") };
  const { notice, busy, start } = useStart(() => ({ ...wanted(game, chairs.value, extras, origin), ...(draft && settled(draft)) }));
  return (
    <main class="page new" id="content">
      <header class="title">
        <GameMark game={game.name} />
        <h1>{game.title}</h1>
      </header>
      {origin ? (
        <OriginNote origin={origin} />
      ) : draft ? (
        <DraftNote answer={draft} />
      ) : (
        <p class="lead">
          {say(game.summary)} <a href={`/rules/${game.name}`}>{word("readRules")}</a>
        </p>
      )}
      <form class="panel" onSubmit={start}>
        <fieldset>
          <legend>{word("seats")}</legend>
          <ol class="chairs">
            {chairs.value.map((_, seat) => (
              <li key={seat}>
                <ChairRow game={game} chairs={chairs} seat={seat} />
              </li>
            ))}
          </ol>
          {!placed && <Count game={game} chairs={chairs} />}
        </fieldset>
        {origin || draft ? (
          <div class="extras">
            <ClockChoice game={game} people={peopleOf(chairs.value)} clock={extras.clock} />
          </div>
        ) : (
          <details onInvalidCapture={(event) => (event.currentTarget.open = true)}>
            <summary>{word("more")}</summary>
            <Extras game={game} people={peopleOf(chairs.value)} {...extras} />
          </details>
        )}
        {notice.value && <Notice kind="warn">{say(notice.value)}</Notice>}
        <button class="button large" disabled={busy.value}>
          <Icon name="flag" /> {word("start")}
        </button>
      </form>
    </main>
  );
}

type Extra = Record<"preset" | "board" | "length" | "seed" | "clock", Signal<string>>;

function wanted(game: GameHead, chairs: Chair[], extras: Extra, origin: Origin | null): NewMatch {
  const people = peopleOf(chairs);
  const nameOf = (chair: Chair, seat: number) =>
    chair.name.trim() || (people === 1 ? recall("name") || word("guest") : word("guestN", { n: seat + 1 }));
  const first = chairs.find((chair) => chair.who === "human" && chair.name.trim());
  if (first && people === 1) remember("name", first.name.trim());
  return {
    game: game.name,
    players: chairs.map((chair, seat) =>
      chair.who === "human" ? { kind: "human", name: nameOf(chair, seat) } : { kind: "champion", name: chair.who },
    ),
    ...(origin && { origin: origin.fork }),
    ...(extras.preset.value && { preset: extras.preset.value }),
    ...(extras.board.value && { board: extras.board.value }),
    ...(game.turns && extras.length.value && { params: { [game.turns]: Number(extras.length.value) } }),
    ...(extras.seed.value && { seed: extras.seed.value }),
    clock: clockOf(game, people, extras.clock.value),
  };
}

const peopleOf = (chairs: Chair[]): number => chairs.filter((chair) => chair.who === "human").length;

/** The clock that was chosen; without a choice, the usual one of the game where people play each other. */
export function clockOf(game: GameHead, people: number, choice: string): TimeControl | null {
  if (choice === "") return people > 1 ? game.clock : null;
  const seconds = Number(choice);
  return seconds > 0 ? { turn_ms: seconds * 1000, bank_ms: seconds * 5000 } : null;
}

function ChairRow({ game, chairs, seat }: { game: GameHead; chairs: Signal<Chair[]>; seat: number }) {
  const chair = chairs.value[seat];
  const change = (part: Partial<Chair>) =>
    (chairs.value = chairs.value.map((one, n) => (n === seat ? { ...one, ...part } : one)));
  return (
    <div class="chair">
      <SeatMark seat={seat} />
      <select
        aria-label={word("seatN", { n: seat + 1 })}
        value={chair.who}
        onChange={(event) => change({ who: event.currentTarget.value })}
      >
        <option value="human">{word("person")}</option>
        {game.champions.map((name) => (
          <option key={name} value={name}>
            {withStrength(game, name)}
          </option>
        ))}
      </select>
      {chair.who === "human" && (
        <input
          type="text"
          aria-label={`${word("yourName")}, ${word("seatN", { n: seat + 1 })}`}
          placeholder={word("yourName")}
          maxLength={24}
          value={chair.name}
          onInput={(event) => change({ name: event.currentTarget.value })}
        />
      )}
    </div>
  );
}

function Count({ game, chairs }: { game: GameHead; chairs: Signal<Chair[]> }) {
  const { least, most } = game.seats;
  if (least === most) return null;
  const count = chairs.value.length;
  const add = () =>
    (chairs.value = [...chairs.value, { who: game.champions[count % game.champions.length], name: "" }]);
  return (
    <p class="count">
      <button type="button" class="button quiet small" disabled={count >= most} onClick={add}>
        <Icon name="plus" /> {word("addSeat")}
      </button>
      <button
        type="button"
        class="button quiet small"
        disabled={count <= least}
        onClick={() => (chairs.value = chairs.value.slice(0, -1))}
      >
        <Icon name="minus" /> {word("dropSeat")}
      </button>
    </p>
  );
}

function choice(label: string, value: Signal<string>, options: [string, string][]) {
  return (
    <label>
      {label}
      <select value={value.value} onChange={(event) => (value.value = event.currentTarget.value)}>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

interface ClockProps {
  game: GameHead;
  /** How many people play. */
  people: number;
  clock: Signal<string>;
}

function ClockChoice({ game, people, clock }: ClockProps) {
  const usual = clockOf(game, people, "");
  const seconds = CLOCKS.map((n): [string, string] => [String(n), n ? word("clockTurn", { n }) : word("noClock")]);
  const first: [string, string] = ["", word("clockUsual", { n: (usual?.turn_ms ?? 0) / 1000 })];
  return (
    <label>
      {word("clockChoice")}
      <select value={clock.value || (usual ? "" : "0")} onChange={(event) => (clock.value = event.currentTarget.value)}>
        {[...(usual ? [first] : []), ...seconds].map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

function Extras({ game, people, preset, board, length, seed, clock }: { game: GameHead; people: number } & Extra) {
  const same = (names: string[]) => names.map((name): [string, string] => [name, name]);
  const lengths = LENGTHS.map((n): [string, string] => [String(n), word("turnsLong", { n })]);
  return (
    <div class="extras">
      {choice(word("boardChoice"), board, [["", word("usualBoard")], ...same(game.boards)])}
      <a class="button quiet beside" href={editAddress(game.name, board.value, preset.value)}>
        {word("editBoard")}
      </a>
      {game.turns && choice(word("lengthChoice"), length, [["", word("usualLength")], ...lengths])}
      {choice(word("presetChoice"), preset, [["", word("usualRules")], ...same(game.presets)])}
      <ClockChoice game={game} people={people} clock={clock} />
      <label>
        {word("seedChoice")}
        <input
          inputMode="numeric"
          pattern="[0-9]{1,20}"
          placeholder={word("seedHint")}
          value={seed.value}
          onInput={(event) => (seed.value = event.currentTarget.value)}
        />
      </label>
    </div>
  );
}
