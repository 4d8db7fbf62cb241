// Animated pictures (GIF 89a), frame by frame: each has a palette of its own, and only what has changed.

const COLOURS = 255;
/** The index of what shows the frame before. */
const CLEAR = 255;
const CODES = 4096;

export class Gif {
  private parts: Uint8Array<ArrayBuffer>[] = [];
  private before: Uint32Array | null = null;
  frames = 0;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    const forever = [0x21, 0xff, 11, ...letters("NETSCAPE2.0"), 3, 1, 0, 0, 0];
    this.write([...letters("GIF89a"), ...short(width), ...short(height), 0x70, 0, 0, ...forever]);
  }

  /** Add the pixels of a canvas, shown for so many hundredths of a second. */
  add(pixels: Uint8ClampedArray<ArrayBuffer>, hundredths: number): void {
    const now = new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length / 4);
    const box = changed(this.before, now, this.width, this.height);
    const palette = new Palette(now);
    const indices = new Uint8Array(box.width * box.height);
    for (let y = 0, n = 0; y < box.height; y++)
      for (let x = 0, at = (box.top + y) * this.width + box.left; x < box.width; x++, n++, at++)
        indices[n] = this.before && this.before[at] === now[at] ? CLEAR : palette.index(now[at]);
    this.write([0x21, 0xf9, 4, 0x05, ...short(hundredths), CLEAR, 0]);
    this.write([0x2c, ...short(box.left), ...short(box.top), ...short(box.width), ...short(box.height), 0x87]);
    this.write(palette.bytes);
    this.write(compressed(indices));
    this.before = now.slice();
    this.frames++;
  }

  finish(): Blob {
    this.write([0x3b]);
    return new Blob(this.parts, { type: "image/gif" });
  }

  private write(bytes: ArrayLike<number>): void {
    this.parts.push(Uint8Array.from(bytes));
  }
}

const letters = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));
const short = (value: number): number[] => [value & 255, value >> 8];

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The smallest box around all that has changed; one pixel where nothing has. */
function changed(before: Uint32Array | null, now: Uint32Array, width: number, height: number): Box {
  if (!before) return { left: 0, top: 0, width, height };
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++)
      if (before[at] !== now[at]) {
        left = Math.min(left, x);
        right = Math.max(right, x);
        top = Math.min(top, y);
        bottom = y;
      }
  return right < 0 ? { left: 0, top: 0, width: 1, height: 1 } : { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/** A colour in 15 bits, five a channel. */
const coarse = (pixel: number): number => ((pixel >> 3) & 31) | ((pixel >> 6) & 0x3e0) | ((pixel >> 9) & 0x7c00);
const channel = (colour: number, n: number): number => (colour >> (5 * n)) & 31;

/** At most 255 colours for a picture, by median cut over how often each occurs. */
class Palette {
  readonly bytes = new Uint8Array(3 * 256);
  private readonly places = new Int16Array(1 << 15).fill(-1);

  constructor(pixels: Uint32Array) {
    const counts = new Uint32Array(1 << 15);
    const sums = [0, 1, 2].map(() => new Float64Array(1 << 15));
    for (const pixel of pixels) {
      const colour = coarse(pixel);
      counts[colour]++;
      sums.forEach((sum, n) => (sum[colour] += (pixel >> (8 * n)) & 255));
    }
    const used = Array.from(counts.keys()).filter((colour) => counts[colour]);
    cut(used, counts).forEach((box, place) => {
      const total = box.reduce((all, colour) => all + counts[colour], 0);
      sums.forEach((sum, n) => {
        this.bytes[3 * place + n] = Math.round(box.reduce((all, colour) => all + sum[colour], 0) / total);
      });
      for (const colour of box) this.places[colour] = place;
    });
  }

  index(pixel: number): number {
    return this.places[coarse(pixel)];
  }
}

/** Boxes of colours: that in which the most pixels differ the most is halved, again and again. */
function cut(colours: number[], counts: Uint32Array): number[][] {
  const boxes = [measured(colours, counts)];
  while (boxes.length < COLOURS) {
    boxes.sort((a, b) => a.weight - b.weight);
    const largest = boxes.pop();
    if (!largest) break;
    if (largest.weight === 0) {
      boxes.push(largest);
      break;
    }
    const { box, axis } = largest;
    box.sort((a, b) => channel(a, axis) - channel(b, axis));
    const half = box.reduce((all, colour) => all + counts[colour], 0) / 2;
    let [at, sum] = [0, 0];
    while (at < box.length - 1 && (at === 0 || sum + counts[box[at]] <= half)) sum += counts[box[at++]];
    boxes.push(measured(box.slice(0, at), counts), measured(box.slice(at), counts));
  }
  return boxes.map(({ box }) => box).filter((box) => box.length > 0);
}

/** A box with the channel in which its colours differ most, and how much it matters: nothing where there is one. */
function measured(box: number[], counts: Uint32Array): { box: number[]; axis: number; weight: number } {
  const spans = [0, 1, 2].map((n) => {
    const values = box.map((colour) => channel(colour, n));
    return box.length ? Math.max(...values) - Math.min(...values) : 0;
  });
  const axis = spans.indexOf(Math.max(...spans));
  const total = box.reduce((all, colour) => all + counts[colour], 0);
  return { box, axis, weight: spans[axis] * Math.sqrt(total) };
}

/** LZW with eight bits a pixel, in blocks of at most 255 bytes. */
export function compressed(indices: Uint8Array): Uint8Array {
  const bytes: number[] = [];
  let [bits, held, size] = [0, 0, 9];
  const put = (code: number) => {
    held |= code << bits;
    for (bits += size; bits >= 8; bits -= 8, held >>>= 8) bytes.push(held & 255);
  };
  let codes = new Map<number, number>();
  let next = 258;
  put(256);
  let prefix = indices[0];
  for (let n = 1; n < indices.length; n++) {
    const key = (prefix << 8) | indices[n];
    const known = codes.get(key);
    if (known !== undefined) {
      prefix = known;
      continue;
    }
    put(prefix);
    if (next === CODES) {
      put(256);
      [codes, next, size] = [new Map(), 258, 9];
    } else {
      codes.set(key, next);
      if (next++ === 1 << size) size++;
    }
    prefix = indices[n];
  }
  put(prefix);
  put(257);
  if (bits) bytes.push(held & 255);
  const blocks: number[] = [8];
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.slice(at, at + 255);
    blocks.push(block.length);
    for (const byte of block) blocks.push(byte);
  }
  blocks.push(0);
  return Uint8Array.from(blocks);
}
