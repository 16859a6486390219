/// <reference types="vitest/config" />
import { svelte } from "@sveltejs/vite-plugin-svelte";
// Not from Vitest, which who only builds the page does not have.
import { defineConfig } from "vite";
import { firstLoad } from "./plugins/first-load.ts";
import { keeping } from "./plugins/keeping.ts";

// While developing, the page comes from Vite and everything else from `enligne serve`.
const server = process.env["ENLIGNE_SERVER"] ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte(), keeping(), firstLoad()],
  // Tests run in Node.js, but with what the browser would load.
  ...(process.env["VITEST"] ? { resolve: { conditions: ["browser"] } } : {}),
  test: {
    environment: "happy-dom",
    include: ["tests/**/*.test.ts"],
    isolate: false,
  },
  build: {
    outDir: "dist",
    assetsDir: "assets",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  // As strict as the server is, so that what it would forbid is seen here.
  preview: {
    headers: {
      "Content-Security-Policy":
        "default-src 'self'; style-src 'self'; script-src 'self'; " +
        "connect-src 'self' ws: wss:; img-src 'self' data:; form-action 'none'",
    },
  },
  server: { proxy: { "/socket.io": { target: server, ws: true }, "/boards.css": server } },
});
