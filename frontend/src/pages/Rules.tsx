import { useEffect } from "preact/hooks";
import * as api from "../api";
import { GameMark, Icon } from "../parts";
import { lang, word } from "../speech";
import { useLoaded, Waiting } from "./load";
import { inline, Markdown, slug } from "./markdown";

export default function Rules({ name: game }: { name: string }) {
  const { value, error } = useLoaded(() => api.rules(game), [game, lang.value]).value;
  useEffect(() => {
    document.title = `${word("rules")} · Joute`;
  }, [lang.value]);
  if (value === null) return <Waiting error={error} />;
  const chapters = value
    .split("\n")
    .filter((line) => line.startsWith("## "))
    .map((line) => line.slice(3));
  return (
    <main class="page rules" id="content">
      <nav class="panel contents" aria-label={word("rules")}>
        <GameMark game={game} />
        <ul>
          {chapters.map((title) => (
            <li key={title}>
              <a href={`#${slug(title)}`}>{inline(title)}</a>
            </li>
          ))}
        </ul>
        <a class="button" href={`/new/${game}`}>
          <Icon name="flag" /> {word("play")}
        </a>
      </nav>
      <article class="panel">
        <Markdown text={value} />
      </article>
    </main>
  );
}
