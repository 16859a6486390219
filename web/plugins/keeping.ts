/** Makes the service worker, which has to know the names of all files that are built. */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { Plugin } from "vite";

const SOURCE = new URL("worker.js", import.meta.url);
const PUBLIC = new URL("../public/", import.meta.url);
/** What the server makes itself. */
const OF_SERVER = ["/", "/boards.css"];

export function keeping(): Plugin {
  return {
    name: "keeping",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const built = Object.values(bundle);
        const entry = built.find((file) => file.type === "chunk" && file.isEntry)?.fileName ?? "";
        const names = built.map(({ fileName }) => fileName).filter((name) => name !== "index.html");
        const kept = [...names, ...readdirSync(PUBLIC)].sort().map((name) => `/${name}`);
        const hash = createHash("sha256").update(readFileSync(SOURCE));
        for (const name of kept) hash.update(name);
        for (const name of readdirSync(PUBLIC).sort())
          hash.update(readFileSync(new URL(name, PUBLIC)));
        const known = {
          VERSION: hash.digest("hex").slice(0, 12),
          ENTRY: entry,
          FILES: [...OF_SERVER, ...kept],
        };
        const lines = Object.entries(known).map(
          ([name, value]) => `const ${name} = ${JSON.stringify(value)};\n`,
        );
        const source = lines.join("") + readFileSync(SOURCE, "utf8");
        this.emitFile({ type: "asset", fileName: "worker.js", source });
      },
    },
  };
}
