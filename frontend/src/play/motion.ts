// Positions come at any moment; they are shown one after the other, each as a movement from the one before.

import { signal } from "@preact/signals";
import type { Scene } from "../board";
import { still } from "../theme";
import type { Shown } from "../viewer/stage";

const PHASE_MS = 620;
const DRAFT_MS = 260;
/** When more wait than this, the oldest are skipped. */
const WAITING = 5;

export class Motion {
  readonly shown = signal<Shown | null>(null);
  private queue: { scene: Scene; ms: number }[] = [];
  private from: Scene | null = null;
  private began = 0;
  private timer = 0;

  /** Show a position next; `fresh`: a phase has ended, so its movement takes its time. */
  push(scene: Scene, fresh: boolean): void {
    if (!this.from || still.peek()) {
      this.queue = [];
      this.from = scene;
      this.shown.value = { from: scene, to: scene, part: 1 };
      return;
    }
    this.queue.push({ scene, ms: fresh ? PHASE_MS : DRAFT_MS });
    if (this.queue.length > WAITING) this.from = this.queue.shift()!.scene;
    if (!this.timer) {
      this.began = performance.now();
      this.timer = requestAnimationFrame(this.tick);
    }
  }

  private tick = (now: number): void => {
    const next = this.queue[0];
    if (!next || !this.from) {
      this.timer = 0;
      return;
    }
    const part = Math.min(1, Math.max(0, (now - this.began) / next.ms));
    this.shown.value = { from: this.from, to: next.scene, part };
    if (part === 1) {
      this.from = next.scene;
      this.queue.shift();
      this.began = now;
    }
    this.timer = requestAnimationFrame(this.tick);
  };

  dispose(): void {
    cancelAnimationFrame(this.timer);
  }
}
