// Language and colours, on every page.

import { Icon } from "./parts";
import { dark, theme } from "./theme";
import { lang, word } from "./speech";

export function Switches() {
  const other = lang.value === "fr" ? "en" : "fr";
  const turn = word(dark.value ? "toLight" : "toDark");
  return (
    <div class="switches">
      <button
        type="button"
        class="tool wide"
        lang={other}
        title={word("otherLanguage")}
        onClick={() => (lang.value = other)}
      >
        {other.toUpperCase()} <span class="hidden-text">{word("otherLanguage")}</span>
      </button>
      <button
        type="button"
        class="tool"
        title={turn}
        aria-label={turn}
        onClick={() => (theme.value = dark.value ? "light" : "dark")}
      >
        <Icon name={dark.value ? "sun" : "moon"} />
      </button>
    </div>
  );
}
