import type { Text } from "../board";
import { Dialog } from "../parts";
import { say, W, word } from "../speech";

/** Signs of keys, or the words for them, and what they do. */
const KEYS: [(string | Text)[], keyof typeof W][] = [
  [[W.space], "keySpace"],
  [["←", "→"], "keyStep"],
  [["⇧ ←", "⇧ →"], "keyTen"],
  [[W.homeKey, W.endKey], "keyEnds"],
  [["[", "]"], "keySpeed"],
  [["e", "⇧ e"], "keyMark"],
  [["s"], "keySeat"],
  [["+", "−", "0"], "keyZoom"],
  [["Tab", "← ↑ ↓ →"], "keyGrid"],
  [["f"], "keyProjector"],
  [["x"], "keySpoil"],
  [["?"], "keyHelp"],
];

export function Help({ close }: { close: () => void }) {
  return (
    <Dialog title={word("keysTitle")} kind="help" close={close}>
      <dl>
        {KEYS.map(([keys, name]) => (
          <div key={name}>
            <dt>
              {keys.map((key, n) => (
                <kbd key={n}>{typeof key === "string" ? key : say(key)}</kbd>
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
