// A draft in the part of an address behind the `#`, compressed: nothing is kept on the server, and none of it is sent there
// before whoever opens the link edits or plays.

import type { Draft } from "../generated/editor";

/** Longer links are cut off on their way by many programs. */
export const LINK_MOST = 16_000;
/** Bytes of a draft once it is unpacked. */
const UNPACKED_MOST = 4 * 2 ** 20;
const PREFIX = "#draft=";

export async function packed(draft: Draft): Promise<string> {
  const stream = new Blob([JSON.stringify(draft)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return PREFIX + base64(new Uint8Array(await new Response(stream).arrayBuffer()));
}

/** The draft of an address; null where there is none, or one that is broken, too large or of another game. */
export async function unpacked(hash: string, game: string): Promise<Draft | null> {
  if (!hash.startsWith(PREFIX)) return null;
  try {
    const draft = JSON.parse(await inflated(bytesOf(hash.slice(PREFIX.length)))) as Draft;
    return draftOf(draft, game);
  } catch {
    return null;
  }
}

/** What was read, if it is a draft of this game: the server looks at the rest. */
export function draftOf(read: unknown, game: string): Draft | null {
  if (typeof read !== "object" || read === null) return null;
  const { kind, text, preset, params, game: own } = read as Draft;
  if (own !== game || (kind !== "board" && kind !== "position") || typeof text !== "string") return null;
  return { game, kind, text, preset: typeof preset === "string" ? preset : null, params: typeof params === "object" ? (params ?? {}) : {} };
}

async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder();
  let [text, length] = ["", 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    length += value.length;
    if (length > UNPACKED_MOST) {
      await reader.cancel();
      throw new Error("too large");
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** So many bytes at once: a function takes only so many arguments. */
const RUN = 8192;

function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += RUN) text += String.fromCharCode(...bytes.subarray(at, at + RUN));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
