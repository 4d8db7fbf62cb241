// The page of the single file: the film is in it, and nothing is fetched.

import { render } from "preact";
import { loadBoard } from "./boards";
import { embedded, type EmbeddedFilm } from "./embedded";
import { Film } from "./film";
import { FILM } from "./generated/wire";
import { Switches } from "./Switches";
import { Crest, Notice } from "./parts";
import { startTheme } from "./theme";
import { startLang, word } from "./speech";
import { startOf } from "./viewer/address";
import { Studio, STUDIO } from "./viewer/studio";
import { Viewer } from "./viewer/Viewer";
import "./style/base.css";
import "./style/viewer.css";

function readFilm(): EmbeddedFilm | null {
  try {
    const film = JSON.parse(document.getElementById("film")?.textContent ?? "null") as EmbeddedFilm | null;
    return film?.film === FILM && film.frames > 0 && film.chunks ? film : null;
  } catch {
    return null;
  }
}

/** Pictures of the film for whoever drives this browser; nothing is shown. */
async function prepared(): Promise<Studio> {
  startTheme();
  startLang();
  const film = readFilm();
  const board = film && (await loadBoard(film.game));
  if (!film || !board) throw new Error(word("notFilm"));
  return new Studio(new Film(film, embedded(film)), board);
}

async function start(): Promise<void> {
  startTheme();
  startLang();
  const root = document.getElementById("app") as HTMLElement;
  const film = readFilm();
  const board = film && (await loadBoard(film.game));
  if (!film || !board) {
    render(
      <main class="page">
        <Notice kind="warn">{film ? word("noBoard", { game: film.game }) : word("notFilm")}</Notice>
      </main>,
      root,
    );
    return;
  }
  document.title = `${film.title} · Joute`;
  window.addEventListener("hashchange", () => location.reload()); // a page around this frame asks for another turn
  const made = new Film(film, embedded(film));
  render(
    <div class="app">
      <header class="bar">
        <span class="brand">
          <Crest /> Joute
        </span>
        <Switches />
      </header>
      <Viewer film={made} board={board} start={startOf(new URLSearchParams(location.hash.slice(1)))} />
    </div>,
    root,
  );
}

if (location.hash === STUDIO) globalThis.studio = prepared();
else void start();
