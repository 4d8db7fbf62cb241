// How one wins and what scores: the first line always, the rest at a click.

import type { FilmHead } from "../generated/wire";
import { recall, remember } from "../memory";
import { say, word } from "../speech";

export function Goal({ head }: { head: FilmHead }) {
  const [first, ...more] = head.goal;
  if (!first) return null;
  const key = `goal.${head.game}`;
  return (
    <section class="panel goal" aria-label={word("goalTitle")}>
      <details open={recall(key) !== "shut"} onToggle={(event) => remember(key, event.currentTarget.open ? "open" : "shut")}>
        <summary>
          <b>{word("goalTitle")}</b> {say(first)}
        </summary>
        {more.map((line) => (
          <p key={line.en}>{say(line)}</p>
        ))}
      </details>
    </section>
  );
}
