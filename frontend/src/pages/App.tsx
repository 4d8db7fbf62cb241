import { type Signal, useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import * as api from "../api";
import type { Text } from "../board";
import { listen, lost } from "../connection";
import { Crest, Notice } from "../parts";
import { Switches } from "../Switches";
import { lang, say, messageOf, W, word } from "../speech";
import { asks } from "../viewer/address";

interface Page {
  default: ComponentType<{ name: string }>;
}

/** The pages by the first part of the address; each is loaded when it is opened. */
const PAGES: Record<string, () => Promise<Page>> = {
  "": () => import("./Home"),
  arena: () => import("./Home"),
  watch: () => import("./Watch"),
  play: () => import("./Play"),
  new: () => import("./New"),
  edit: () => import("./Edit"),
  invite: () => import("./Invite"),
  rules: () => import("./Rules"),
  compare: () => import("./Compare"),
  tournaments: () => import("./Tournaments"),
  contest: () => import("./contest/Contest"),
  tv: () => import("./Tv"),
};

/** The pages of something that has a name. */
const NAMED = ["watch", "play", "new", "edit", "rules"];

/** Whether the arena holds a contest: the server marks the page. */
const held = (): boolean => "contest" in document.documentElement.dataset;

/** The first part of the address; an arena that holds a contest begins with it. */
const first = (part: string): string => (part === "" && held() ? "contest" : part);

export const embedded = (): boolean => asks("embed");

export function App() {
  const [part = "", name = ""] = location.pathname.split("/").filter(Boolean);
  const kind = first(part);
  const page = useSignal<Page | null>(null);
  const known = Object.hasOwn(PAGES, kind) && (name !== "" || !NAMED.includes(kind));
  const missing = useSignal<Text | null>(known ? null : W.notFound);
  useEffect(listen, []);
  useEffect(() => {
    // In a page of others, links must not lead away from it.
    if (embedded()) document.head.append(Object.assign(document.createElement("base"), { target: "_blank" }));
    if (missing.peek()) return;
    PAGES[kind]().then(
      (made) => (page.value = made),
      () => (missing.value = W.unreachable),
    );
  }, []);
  const Shown = page.value?.default;
  return (
    <div class="app">
      <a class="skip" href="#content">
        {word("toContent")}
      </a>
      {!embedded() && <Bar />}
      <OutOfTouch />
      {Shown ? (
        <Shown name={decoded(name)} />
      ) : (
        <main class="page" id="content">
          {missing.value && <Lost why={missing.value} />}
        </main>
      )}
      <DropZone />
    </div>
  );
}

/** Told on every page while nothing is heard of the arena. */
function OutOfTouch() {
  if (!lost.value) return null;
  return (
    <div class="out-of-touch">
      <Notice kind="warn">{word("lostArena")}</Notice>
    </div>
  );
}

/** A part of an address as it was meant; one that was never encoded is taken as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function Bar() {
  return (
    <header class="bar">
      <a class="brand" href="/">
        <Crest /> Joute
      </a>
      <nav>
        {held() && <a href="/contest">{word("contest")}</a>}
        {held() && <a href="/arena">{word("games")}</a>}
        <a href="/tournaments">{word("tournaments")}</a>
        <a href="/tv">{word("tv")}</a>
        <a href={`/docs/${lang.value}/index.html`}>{word("documentation")}</a>
      </nav>
      <Switches />
    </header>
  );
}

export function Lost({ why }: { why: Text }) {
  useEffect(() => {
    document.title = `${say(why)} · Joute`;
  }, [why, lang.value]);
  return (
    <>
      <h1 class="hidden-text">{word("cannotShow")}</h1>
      <Notice kind="warn">{say(why)}</Notice>
      <p class="after">
        <a class="button" href="/">
          {word("backHome")}
        </a>
      </p>
    </>
  );
}

/** Listen for files that are dragged over the page and dropped; the answer stops it. */
function awaitFiles(over: Signal<boolean>, take: (file: File) => void): () => void {
  const enter = (event: DragEvent) => {
    if (event.defaultPrevented) over.value = false; // a part of the page takes files itself
    if (event.defaultPrevented || !event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    over.value = true;
  };
  const leave = (event: DragEvent) => {
    if (!event.relatedTarget) over.value = false;
  };
  const drop = (event: DragEvent) => {
    over.value = false;
    const file = event.dataTransfer?.files[0];
    if (!file || event.defaultPrevented) return;
    event.preventDefault();
    take(file);
  };
  const ears: Record<string, (event: DragEvent) => void> = { dragenter: enter, dragover: enter, dragleave: leave, drop };
  for (const [name, ear] of Object.entries(ears)) document.addEventListener(name, ear as EventListener);
  return () =>
    Object.entries(ears).forEach(([name, ear]) => document.removeEventListener(name, ear as EventListener));
}

/** A replay file dropped anywhere is shown. */
function DropZone() {
  const over = useSignal(false);
  const notice = useSignal<Text | null>(null);
  useEffect(() => awaitFiles(over, (file) => void watchFile(file, (text) => (notice.value = text))), []);
  return (
    <>
      {over.value && (
        <div class="drop" aria-hidden="true">
          <p>{word("dropTitle")}</p>
        </div>
      )}
      {notice.value && (
        <div class="toast">
          <Notice kind="warn">
            {say(notice.value)}{" "}
            <button type="button" class="plain" onClick={() => (notice.value = null)}>
              {word("close")}
            </button>
          </Notice>
        </div>
      )}
    </>
  );
}

/** Give a replay file to the arena and watch it. */
export async function watchFile(file: Blob, tell: (text: Text) => void): Promise<void> {
  tell(W.reading);
  try {
    const { match } = await api.upload(file);
    location.assign(`/watch/${match.id}`);
  } catch (error) {
    tell(messageOf(error));
  }
}
