import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { boards } from "./build/boards.ts";
import { single } from "./build/single.ts";

const root = fileURLToPath(new URL(".", import.meta.url));
const arena = process.env.JOUTE_ARENA ?? "http://127.0.0.1:8000";
const out = process.env.JOUTE_STATIC ?? "../src/joute/web/static";

export default defineConfig(({ mode }) => {
  const viewer = mode === "viewer";
  const entry = { viewer: "viewer.html", gallery: "gallery.html" }[mode] ?? "index.html";
  return {
    root,
    base: viewer ? "./" : "/",
    plugins: viewer ? [boards(root, true), single()] : [boards(root)],
    resolve: { alias: { "joute/": `${root}src/` } },
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    server: { fs: { allow: [".."] }, proxy: { "/api": { target: arena, ws: true } } },
    build: {
      outDir: out,
      emptyOutDir: !viewer,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: `${root}${entry}`,
      },
      cssCodeSplit: !viewer,
    },
    test: {
      globals: true,
      dir: "..",
      include: [
        "frontend/tests/**/*.test.ts",
        "frontend/src/**/*.test.ts",
        "frontend/build/*.test.ts",
        "src/joute/games/*/web/*.test.ts",
        "tests/games/*/web/*.test.ts",
      ],
    },
  };
});
