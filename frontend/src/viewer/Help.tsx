import { Dialog } from "../parts";
import { type W, word } from "../speech";

const KEYS: [string[], keyof typeof W][] = [
  [["space"], "keySpace"],
  [["←", "→"], "keyStep"],
  [["⇧ ←", "⇧ →"], "keyTen"],
  [["Home", "End"], "keyEnds"],
  [["[", "]"], "keySpeed"],
  [["e", "⇧ e"], "keyMark"],
  [["s"], "keySeat"],
  [["+", "−", "0"], "keyZoom"],
  [["Tab", "← ↑ ↓ →"], "keyGrid"],
  [["?"], "keyHelp"],
];

export function Help({ close }: { close: () => void }) {
  return (
    <Dialog title={word("keysTitle")} kind="help" close={close}>
      <dl>
        {KEYS.map(([keys, name]) => (
          <div key={name}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{word(name)}</dd>
          </div>
        ))}
      </dl>
      <button type="button" class="button" onClick={close}>
        {word("close")}
      </button>
    </Dialog>
  );
}
