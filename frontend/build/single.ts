// One page, one file: script and style are put into the page, which then allows these two by their hashes and nothing else.

import { createHash } from "node:crypto";
import type { Plugin } from "vite";

const hash = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** A function, so that `$&` in the text stays what it is. */
const put = (page: string, place: RegExp, text: string): string => page.replace(place, () => text);

export function inlined(page: string, script: string, style: string): string {
  const code = script.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
  const policy = `default-src 'none'; script-src ${hash(code)}; style-src ${hash(style)}; img-src data: blob:; base-uri 'none'; form-action 'none'`;
  let whole = put(page, /\s*<script type="module"[^>]*><\/script>/, "");
  whole = put(whole, /\s*<link rel="stylesheet"[^>]*>/g, "");
  whole = put(whole, /<meta name="policy">/, `<meta http-equiv="Content-Security-Policy" content="${policy}">`);
  whole = put(whole, /<\/head>/, `<style>${style}</style>\n</head>`);
  return put(whole, /<\/body>/, `<script type="module">${code}</script>\n</body>`);
}

export function single(): Plugin {
  return {
    name: "joute-single-file",
    enforce: "post",
    generateBundle(_, bundle) {
      const files = Object.values(bundle);
      const script = files.flatMap((file) => (file.type === "chunk" ? [file.code] : []));
      const style = files.flatMap((file) =>
        file.type === "asset" && file.fileName.endsWith(".css") ? [String(file.source)] : [],
      );
      const page = files.find((file) => file.fileName.endsWith(".html"));
      if (script.length !== 1 || page?.type !== "asset")
        this.error(`expected one script and one page, found ${Object.keys(bundle).join(", ")}`);
      page.source = inlined(String(page.source), script[0], style.join("\n"));
      for (const name of Object.keys(bundle)) if (bundle[name] !== page) delete bundle[name];
    },
  };
}
