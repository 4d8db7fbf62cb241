// The palette: brushes, the number that one paints, and symmetry.

import type { BrushHead, Symmetry } from "../generated/editor";
import { SeatMark } from "../parts";
import { say, word } from "../speech";
import type { Easel } from "./easel";

const SYMMETRIES = ["none", "turn", "columns", "rows", "both", "quarter"] as const satisfies readonly Symmetry[];

export function Palette({ easel }: { easel: Easel }) {
  const { brushes } = easel.palette.value;
  if (!brushes.length) return null;
  const brush = easel.brushOf(easel.brush.value);
  return (
    <fieldset class="panel palette">
      <legend>{word("brushes")}</legend>
      <div class="brushes">
        <Choice easel={easel} name="" words={word("look")} seat={null} />
        {brushes.map(({ name, words, seat }) => (
          <Choice key={name} easel={easel} name={name} words={say(words)} seat={seat} />
        ))}
      </div>
      {brush && <p class="hint dim">{word("paintHint")}</p>}
      {brush?.amount && <Amount key={brush.name} easel={easel} brush={brush} />}
      {brush?.joins && <p class="hint">{word(easel.from.value ? "joinTo" : "joinFrom")}</p>}
      <Mirror easel={easel} />
    </fieldset>
  );
}

function Choice({ easel, name, words, seat }: { easel: Easel; name: string; words: string; seat: number | null }) {
  return (
    <label class="chip">
      <input
        type="radio"
        name="brush"
        value={name}
        checked={easel.brush.value === name}
        onChange={() => {
          easel.begin();
          easel.brush.value = name;
        }}
      />
      {seat !== null && <SeatMark seat={seat} />} {words}
    </label>
  );
}

function Amount({ easel, brush }: { easel: Easel; brush: BrushHead }) {
  const { words, least, most } = brush.amount!;
  return (
    <label class="amount">
      {say(words)}
      <input
        type="number"
        min={least}
        max={Math.min(most, Number.MAX_SAFE_INTEGER)}
        value={easel.amountOf(brush)}
        onInput={({ currentTarget }) => {
          const value = currentTarget.valueAsNumber;
          if (currentTarget.validity.valid && Number.isInteger(value))
            easel.amounts.value = { ...easel.amounts.value, [brush.name]: value };
        }}
      />
    </label>
  );
}

function Mirror({ easel }: { easel: Easel }) {
  return (
    <label class="amount">
      {word("symmetry")}
      <select value={easel.symmetry.value} onChange={(event) => (easel.symmetry.value = event.currentTarget.value as Symmetry)}>
        {SYMMETRIES.map((name) => (
          <option key={name} value={name}>
            {word(`symmetry_${name}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
