/**
 * Holds the catalogues to the code: every key is in use, and no text stands in the markup itself.
 * That every key in use exists is for the types to say, that the languages agree for the tests.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "svelte/compiler";

const root = fileURLToPath(new URL("../src/", import.meta.url));
const problems = [];

function files(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

const keys = new Set(
  readdirSync(join(root, "i18n"))
    .filter((name) => `.${name}`.endsWith(".en.json"))
    .flatMap((name) => Object.keys(JSON.parse(readFileSync(join(root, "i18n", name), "utf8")))),
);

const used = new Set();
const sources = files(root).filter((path) => /\.(svelte|ts)$/.test(path));
for (const path of sources) {
  const name = relative(root, path);
  const source = readFileSync(path, "utf8");
  // `${…}` inside a key stands for a part that comes from data.
  for (const [, key] of source.matchAll(/"([a-z]\w*(?:\.\w+)+)"/g))
    if (keys.has(key)) used.add(key);
  for (const [, template] of source.matchAll(/`([a-z]\w*\.[^`\s]*\$\{[^`]*)`/g)) {
    const pattern = new RegExp(
      `^${template
        .split(/\$\{[^}]*\}/)
        .map((part) => part.replaceAll(".", "\\."))
        .join("\\w+(?:[-.]\\w+)*")}$`,
    );
    for (const key of keys) if (pattern.test(key)) used.add(key);
  }
  if (path.endsWith(".svelte")) markup(name, source);
}
for (const key of keys) if (!used.has(key)) problems.push(`${key} is used nowhere`);

/** Letters in the markup or in an attribute that people read are texts outside the catalogues. */
function markup(name, source) {
  const READ = ["aria-label", "title", "placeholder", "alt", "label"];
  const visit = (node) => {
    if (!node || typeof node !== "object") return;
    if (Array.isArray(node)) return node.forEach(visit);
    if (node.type === "Text" && /\p{L}/u.test(node.data))
      problems.push(`${name}: text in the markup: ${node.data.trim()}`);
    if (node.type === "StyleDirective") return;
    if (node.type === "Attribute") {
      if (!READ.includes(node.name)) return;
      for (const part of [node.value].flat())
        if (part.type === "Text" && /\p{L}/u.test(part.data))
          problems.push(`${name}: text in ${node.name}: ${part.data}`);
      return;
    }
    for (const [key, value] of Object.entries(node)) if (key !== "parent") visit(value);
  };
  visit(parse(source, { modern: true }).fragment);
}

if (problems.length) {
  console.error(problems.join("\n"));
  process.exit(1);
}
console.log(`${keys.size} texts`);
