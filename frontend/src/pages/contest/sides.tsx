// Who sat in a match, and what became of them: a link to its film.

import type { Side } from "../../generated/contest";
import { SeatMark } from "../../parts";
import { number, whole } from "../../speech";

export function Sides({ id, sides }: { id: string; sides: Side[] }) {
  return (
    <a class="players" href={`/watch/${id}`}>
      {sides.map((side, seat) => (
        <span key={seat} class={side.rank === 1 ? "won" : ""}>
          <SeatMark seat={seat} /> {side.name} {side.score !== null && <b>{number(side.score)}</b>}
          {!side.mine && side.points !== null && <span class="dim"> ({whole(side.points)})</span>}
        </span>
      ))}
    </a>
  );
}
