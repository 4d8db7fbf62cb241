declare module "virtual:boards" {
  import type { Board } from "joute/board";
  export const boards: Record<string, () => Promise<{ default: Board }>>;
  export const icons: Record<string, string>;
}
