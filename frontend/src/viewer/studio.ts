// Pictures and moving pictures of a film: for the button of the page, and for a browser that a program drives.

import type { Board } from "../board";
import type { Film } from "../film";
import { frameOf } from "./address";
import { Gif } from "./gif";
import { type Diagram, type Moment, paintDiagram, paintPicture } from "./picture";

/** The address of the single file, when a program wants pictures of it. */
export const STUDIO = "#studio";

/** How long the last frame of a moving picture stays, in hundredths of a second. */
export const HOLD_HUNDREDTHS = 200;
const WEBP_QUALITY = 0.85;

declare global {
  var studio: Promise<Studio> | undefined;
}

/** The first position of a turn, and the one that its last phase led to. */
export function stretch(film: Film, first: number, last: number): [from: number, to: number] {
  const head = film.head.peek();
  const from = frameOf(head, first);
  const after = head.turns.findIndex((turn) => turn > last);
  return [from, Math.max(from, after < 0 ? head.frames - 1 : after)];
}

/** The moments to show from one position to another: so many a position, the first and the last among them. */
export function moments(from: number, to: number, each: number): number[] {
  const steps = Math.round((to - from) * each);
  return Array.from({ length: steps + 1 }, (_, n) => (steps ? from + ((to - from) * n) / steps : from));
}

export class Studio {
  readonly canvas = document.createElement("canvas");
  private gif: Gif | null = null;
  /** Whose view is shown; null: everything. */
  private seat: number | null = null;

  constructor(
    readonly film: Film,
    private readonly board: Board,
  ) {}

  begin(width: number, height: number, seat: number | null): void {
    Object.assign(this.canvas, { width, height });
    this.seat = seat;
  }

  /** Draw a moment. */
  async draw(at: number): Promise<void> {
    paintPicture(this.canvas, this.board, await this.moment(at));
  }

  private async moment(at: number): Promise<Moment> {
    const track = this.film.track(this.seat);
    await this.film.ask(track);
    const [low, high] = [Math.floor(at), Math.ceil(at)];
    const [from, to] = [await this.film.scene(track, low), await this.film.scene(track, high)];
    return { head: this.film.headOf(track), shown: { from, to, part: high === low ? 1 : at - low, at }, at };
  }

  /** A moment as base64 of a PNG. */
  async still(at: number): Promise<string> {
    await this.draw(at);
    return this.canvas.toDataURL("image/png").split(",")[1];
  }

  /** The board alone as base64 of a WebP picture. */
  async diagram(at: number, diagram: Diagram): Promise<string> {
    paintDiagram(this.canvas, this.board, await this.moment(at), diagram);
    return this.canvas.toDataURL("image/webp", WEBP_QUALITY).split(",")[1];
  }

  /** Add a moment to the moving picture, shown for so many hundredths of a second. */
  async add(at: number, hundredths: number): Promise<void> {
    await this.draw(at);
    const { width, height } = this.canvas;
    this.gif ??= new Gif(width, height);
    const pixels = this.canvas.getContext("2d")?.getImageData(0, 0, width, height).data;
    if (pixels) this.gif.add(pixels as Uint8ClampedArray<ArrayBuffer>, hundredths);
  }

  /** The moving picture. */
  finish(): Blob {
    const made = this.gif?.finish() ?? new Blob();
    this.gif = null;
    return made;
  }

  /** The moving picture as base64. */
  async finished(): Promise<string> {
    const bytes = new Uint8Array(await this.finish().arrayBuffer());
    const parts: string[] = [];
    for (let at = 0; at < bytes.length; at += 0x8000) parts.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
    return btoa(parts.join(""));
  }
}
