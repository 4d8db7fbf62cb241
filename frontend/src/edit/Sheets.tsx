// Numbers of a draft as small forms: of the whole match, and of the cell that was chosen.

import type { FigureValue, SheetRow } from "../generated/editor";
import { written } from "../coordinates";
import { Icon } from "../parts";
import { say, word } from "../speech";
import type { Easel } from "./easel";

export function Here({ easel }: { easel: Easel }) {
  const cell = easel.chosen.value;
  const { here } = easel.now.value;
  if (!cell || easel.now.value.draft.kind === "board") return null;
  return (
    <section class="panel sheets" aria-label={word("numbersHere")}>
      <h2>{word("cell", { at: written(easel.head.axes, cell) })}</h2>
      {here.length === 0 && <p class="dim">{word("nothingHere")}</p>}
      {here.map((sheet) => (
        <Sheet key={`${sheet.table} ${sheet.row}`} easel={easel} sheet={sheet} />
      ))}
    </section>
  );
}

export function Whole({ easel }: { easel: Easel }) {
  const { match, more, grows, draft } = easel.now.value;
  if (!match.length && !grows.length) return null;
  return (
    <details class="panel sheets" open={!easel.palette.value.brushes.length}>
      <summary>{word(draft.kind === "board" ? "numbersBoard" : "numbersMatch")}</summary>
      {match.map((sheet) => (
        <Sheet key={`${sheet.table} ${sheet.row}`} easel={easel} sheet={sheet} />
      ))}
      {more > 0 && <p class="hint">{word("moreRows", { n: more })}</p>}
      {grows.map((table) => (
        <button key={table} type="button" class="button quiet small" onClick={() => easel.set({ type: "add", table })}>
          <Icon name="plus" /> {word("addRow", { table })}
        </button>
      ))}
    </details>
  );
}

function Sheet({ easel, sheet }: { easel: Easel; sheet: SheetRow }) {
  const { table, row, title, figures, drops } = sheet;
  const name = title ? say(title) : word("numbersMatch");
  return (
    <fieldset>
      <legend class={title ? "" : "hidden-text"}>{name}</legend>
      {figures.map((figure) => (
        <Figure
          key={figure.name}
          figure={figure}
          set={(value) => easel.set({ type: "set", table, row, name: figure.name, value })}
        />
      ))}
      {drops && (
        <button
          type="button"
          class="button quiet small"
          aria-label={word("dropRowOf", { name })}
          onClick={() => easel.set({ type: "drop", table, row })}
        >
          <Icon name="minus" /> {word("dropRow")}
        </button>
      )}
    </fieldset>
  );
}

function Figure({ figure, set }: { figure: FigureValue; set: (value: string) => void }) {
  const { words, value, choices, least, most } = figure;
  return (
    <label class="amount">
      {say(words)}
      {choices.length ? (
        <select value={value} onChange={(event) => set(event.currentTarget.value)}>
          {!choices.some((choice) => String(choice.value) === value) && <option value={value}>{value}</option>}
          {choices.map((choice) => (
            <option key={choice.value} value={String(choice.value)}>
              {say(choice.words)}
            </option>
          ))}
        </select>
      ) : (
        <input
          type="text"
          inputMode={least < 0 ? "text" : "numeric"}
          pattern="-?[0-9]{1,20}"
          title={word("fromToNumber", { a: least, b: most })}
          value={value}
          onChange={({ currentTarget }) => {
            if (currentTarget.value && currentTarget.validity.valid) set(currentTarget.value);
            else currentTarget.value = value;
          }}
        />
      )}
    </label>
  );
}
