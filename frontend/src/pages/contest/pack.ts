// Files and folders that are submitted: a single file or an archive as it is, a folder as a .tar.gz.

import { PageError } from "../../speech";
import { C } from "./words";

/** A file with its path in the folder that was chosen. */
export interface Piece {
  path: string;
  file: File;
}

const BLOCK = 512;
/** What no champion needs: the server leaves it out as well. */
const JUNK = /(^|\/)(\.[^/]*|__pycache__|__MACOSX|node_modules)(\/|$)/;

/** What was dropped: files, and the files in folders. */
export async function dropped(data: DataTransfer): Promise<Piece[]> {
  // What is dropped can be read only now, before anything is awaited.
  const found = [...data.items].map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const pieces = found.map(async ({ entry, file }): Promise<Piece[]> => {
    if (entry) return inside(entry);
    return file ? [{ path: file.name, file }] : []; // no file of the disk
  });
  return (await Promise.all(pieces)).flat();
}

async function inside(entry: FileSystemEntry): Promise<Piece[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((ok, no) => (entry as FileSystemFileEntry).file(ok, no));
    return [{ path: entry.fullPath.replace(/^\//, ""), file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const pieces: Piece[] = [];
  for (;;) {
    // A reader gives a hundred entries at a time, and none at the end.
    const some = await new Promise<FileSystemEntry[]>((ok, no) => reader.readEntries(ok, no));
    if (!some.length) return pieces;
    pieces.push(...(await Promise.all(some.map((one) => inside(one)))).flat());
  }
}

/** What was chosen with a button: files, or a folder. */
export const chosen = (files: FileList): Piece[] =>
  [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));

/** What is sent: its name and its bytes; null where there is nothing. */
export async function packed(pieces: Piece[]): Promise<{ name: string; data: Blob } | null> {
  const wanted = pieces.filter(({ path }) => !JUNK.test(path));
  if (!wanted.length) return null;
  if (wanted.length === 1 && !wanted[0].path.includes("/")) return { name: wanted[0].path, data: wanted[0].file };
  const parts = await Promise.all(wanted.map(member));
  const plain = new Blob([...parts.flat(), new Uint8Array(2 * BLOCK)]);
  const data = await new Response(plain.stream().pipeThrough(new CompressionStream("gzip"))).blob();
  const [top] = wanted[0].path.split("/");
  return { name: `${wanted[0].path.includes("/") ? top.replace(/[^\w.-]/g, "_") : "champion"}.tar.gz`, data };
}

async function member({ path, file }: Piece): Promise<BlobPart[]> {
  const padding = (BLOCK - (file.size % BLOCK)) % BLOCK;
  return [header(path, file.size), await file.arrayBuffer(), new Uint8Array(padding)];
}

/** The header of a plain file in a tar (ustar). */
export function header(path: string, size: number): Uint8Array<ArrayBuffer> {
  const block = new Uint8Array(BLOCK);
  const put = (at: number, text: string) => block.set(new TextEncoder().encode(text), at);
  const [prefix, name] = split(path);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, "0");
  put(0, name);
  put(100, "0000644\0");
  put(108, "0000000\0");
  put(116, "0000000\0");
  put(124, `${octal(size, 11)}\0`);
  put(136, "00000000000\0");
  put(148, " ".repeat(8));
  put(156, "0");
  put(257, "ustar\x0000");
  put(345, prefix);
  const sum = block.reduce((all, byte) => all + byte, 0);
  put(148, `${octal(sum, 6)}\0 `);
  return block;
}

const fill = (words: string, path: string): string => words.replace("{path}", path);

/** A path in the two fields that a tar has for it: up to 155 bytes of folders, up to 100 of the rest. */
function split(path: string): [prefix: string, name: string] {
  const bytes = (text: string) => new TextEncoder().encode(text).length;
  if (bytes(path) <= 100) return ["", path];
  for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)];
    if (bytes(prefix) <= 155 && bytes(name) <= 100) return [prefix, name];
  }
  throw new PageError({ en: fill(C.longPath.en, path), fr: fill(C.longPath.fr, path) });
}
