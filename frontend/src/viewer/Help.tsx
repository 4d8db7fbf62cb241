import { useEffect, useRef } from "preact/hooks";
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
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      class="help"
      aria-labelledby="keys"
      onClose={close}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <h2 id="keys">{word("keysTitle")}</h2>
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
    </dialog>
  );
}
