// A tournament as a picture: a bracket, each round of everybody, or everybody against everybody.

import type { Signal } from "@preact/signals";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import * as api from "../api";
import { type BracketTie, type Contest, type Picture, record, type RoundCell } from "../contest";
import { number, say, word } from "../speech";
import { type Choice, Live, ToMatches } from "./Meetings";

type Chosen = Signal<Choice | null>;

/** The picture of a tournament, renewed with it. */
export function Chart({ contest, choice }: { contest: Contest; choice: Chosen }) {
  const shown = useSignal<Picture | null>(null);
  useEffect(() => {
    let current = true;
    api.chart(contest.summary.name).then((came) => current && (shown.value = came), () => undefined);
    return () => void (current = false);
  }, [contest]);
  const picture = shown.value;
  if (!picture) return null;
  if (picture.bracket.length) return <Bracket rounds={picture.bracket} choice={choice} />;
  if (picture.rounds.some(({ cells }) => cells.length)) return <Rounds picture={picture} choice={choice} />;
  if (picture.duels.length && picture.names.length > 2) return <Cross picture={picture} choice={choice} />;
  return null;
}

/** What a round of a bracket is called, by how many rounds are left after it. */
function roundName(at: number, rounds: number): string {
  const names = ["final", "semifinals", "quarterfinals"] as const;
  const name = names[rounds - 1 - at];
  return name ? word(name) : word("roundN", { n: at + 1 });
}

function Bracket({ rounds, choice }: { rounds: BracketTie[][]; choice: Chosen }) {
  return (
    <section class="panel wide" aria-labelledby="bracket">
      <h2 id="bracket">{word("bracket")}</h2>
      <div class="bracket" tabIndex={0}>
        {rounds.map((ties, at) => (
          <section key={at} class="round">
            <h3>{roundName(at, rounds.length)}</h3>
            <ol>
              {ties.map((tie, n) => (
                <li key={n}>
                  <Tie tie={tie} round={at} choice={choice} />
                </li>
              ))}
            </ol>
          </section>
        ))}
      </div>
    </section>
  );
}

function Tie({ tie, round, choice }: { tie: BracketTie; round: number; choice: Chosen }) {
  const [one, other] = tie.sides;
  const both = tie.sides.map((side, n) => (
    <span key={n} class={["contender", tie.winner === n && "won", tie.winner === 1 - n && "lost"].filter(Boolean).join(" ")}>
      <span class={side.name ? "name" : "name dim"}>{side.name ?? word(tie.bye ? "bye" : "notKnown")}</span>
      {one.name && other.name && <b>{number(side.points)}</b>}
    </span>
  ));
  return (
    <div class="tie">
      {one.name && other.name ? (
        <ToMatches to={{ of: one.name, against: other.name, round }} choice={choice} kind="sides">
          {both}
        </ToMatches>
      ) : (
        <span class="sides">{both}</span>
      )}
      {tie.live !== null && <Live match={tie.live} />}
      {tie.why && <span class="why">{say(tie.why)}</span>}
    </div>
  );
}

function Rounds({ picture, choice }: { picture: Picture; choice: Chosen }) {
  const count = Math.max(...picture.rounds.map(({ cells }) => cells.length));
  return (
    <section class="panel wide" aria-labelledby="rounds">
      <h2 id="rounds">{word("rounds")}</h2>
      <div class="table rounds" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{word("entrant")}</th>
              {Array.from({ length: count }, (_, n) => (
                <th key={n} scope="col">
                  {n + 1}
                </th>
              ))}
              <th scope="col">{word("total")}</th>
            </tr>
          </thead>
          <tbody>
            {picture.rounds.map(({ name, cells, note }) => (
              <tr key={name}>
                <th scope="row">
                  <ToMatches to={{ of: name }} choice={choice}>
                    {name}
                  </ToMatches>
                </th>
                {cells.map((cell, n) => (
                  <td key={n}>{cell ? <Played name={name} cell={cell} round={n} choice={choice} /> : word("bye")}</td>
                ))}
                <td>{note && say(note)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Played({ name, cell, round, choice }: { name: string; cell: RoundCell; round: number; choice: Chosen }) {
  return (
    <>
      <ToMatches to={{ of: name, against: cell.against.length === 1 ? cell.against[0] : undefined, round }} choice={choice}>
        {cell.points !== null && <b>{number(cell.points)}</b>} {cell.against.join(", ")}
      </ToMatches>{" "}
      {cell.live !== null && <Live match={cell.live} />}
    </>
  );
}

function Cross({ picture: { names, duels }, choice }: { picture: Picture; choice: Chosen }) {
  const cells = record({ duels });
  return (
    <section class="panel wide" aria-labelledby="cross">
      <h2 id="cross">{word("headToHead")}</h2>
      <p class="dim">{word("headToHeadHelp")}</p>
      <div class="table duels" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <td />
              {names.map((name, at) => (
                <th key={name} scope="col" title={name}>
                  {at + 1}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {names.map((one, at) => (
              <tr key={one}>
                <th scope="row">
                  {at + 1}.{" "}
                  <ToMatches to={{ of: one }} choice={choice}>
                    {one}
                  </ToMatches>
                </th>
                {names.map((other) => (
                  <td key={other}>
                    {cells.get(one)?.has(other) && (
                      <ToMatches
                        to={{ of: one, against: other }}
                        choice={choice}
                        label={`${one} – ${other} : ${cells.get(one)?.get(other)}`}
                      >
                        {cells.get(one)?.get(other)}
                      </ToMatches>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
