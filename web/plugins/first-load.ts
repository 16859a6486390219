/** Holds what a browser loads before the first game to a size, compressed as the server sends it. */

import { gzipSync } from "node:zlib";
import type { Plugin, Rolldown } from "vite";

/** In bytes. */
const MOST = 100_000;

export function firstLoad(): Plugin {
  return {
    name: "first-load",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const sizes = new Map<string, number>();
        const add = (name: string): void => {
          const file = bundle[name];
          if (!file || sizes.has(name)) return;
          sizes.set(name, gzipSync(file.type === "chunk" ? file.code : file.source).length);
          if (file.type !== "chunk") return;
          file.imports.forEach(add);
          file.viteMetadata?.importedCss.forEach(add);
        };
        add("index.html");
        for (const file of Object.values(bundle) as Rolldown.OutputChunk[]) {
          if (file.type === "chunk" && file.isEntry) add(file.fileName);
        }
        const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
        this.info(`first load: ${total} bytes compressed, at most ${MOST}`);
        if (total <= MOST) return;
        const files = [...sizes].map(([name, size]) => `${size} ${name}`).join("\n");
        this.error(`the first load has ${total} bytes compressed, more than ${MOST}:\n${files}`);
      },
    },
  };
}
