/**
 * Holds the catalogues to the code: both languages have the same keys, values and plural forms;
 * every key in use exists and every key is in use; no text stands in the markup itself.
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

/** The catalogues of a language by how their keys begin: lab-bits.en.json holds "lab.bits.…". */
function cataloguesOf(language) {
  const names = readdirSync(join(root, "i18n")).filter((name) =>
    `.${name}`.endsWith(`.${language}.json`),
  );
  return names.map((name) => {
    const start = name.slice(0, -`${language}.json`.length).replaceAll("-", ".");
    return { start, texts: JSON.parse(readFileSync(join(root, "i18n", name), "utf8")) };
  });
}

function catalogue(language) {
  const merged = {};
  const found = cataloguesOf(language);
  for (const { start, texts } of found) {
    for (const [key, entry] of Object.entries(texts)) {
      if (key in merged) problems.push(`${language}: ${key} stands in two catalogues`);
      const starts = found.map((each) => each.start).filter((each) => key.startsWith(each));
      if (starts.reduce((a, b) => (b.length > a.length ? b : a)) !== start)
        problems.push(`${language}: ${key} stands in the wrong catalogue`);
      merged[key] = entry;
    }
  }
  return merged;
}

function placeholders(entry) {
  const forms = typeof entry === "string" ? [entry] : Object.values(entry);
  const names = forms.flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map((found) => found[1]));
  return [...new Set(names)].sort().join(" ");
}

const LANGUAGES = ["en", "fr"];
const catalogues = Object.fromEntries(LANGUAGES.map((each) => [each, catalogue(each)]));
const keys = new Set(LANGUAGES.flatMap((each) => Object.keys(catalogues[each])));

for (const key of keys) {
  const entries = LANGUAGES.map((each) => catalogues[each][key]);
  LANGUAGES.forEach((language, index) => {
    const entry = entries[index];
    if (entry === undefined) return problems.push(`${language}: ${key} is missing`);
    if (typeof entry === "string" && !entry.trim()) problems.push(`${language}: ${key} is empty`);
    if (typeof entry === "object") {
      for (const category of new Intl.PluralRules(language).resolvedOptions().pluralCategories) {
        // French uses "many" for round millions only; "other" serves there.
        if (category !== "many" && !(category in entry))
          problems.push(`${language}: ${key} has no form for "${category}"`);
      }
    }
  });
  const [first, ...rest] = entries.filter((entry) => entry !== undefined).map(placeholders);
  if (rest.some((names) => names !== first)) problems.push(`${key}: the values differ`);
}

const used = new Set();
const prefixes = new Set();
const sources = files(root).filter((path) => /\.(svelte|ts)$/.test(path));
for (const path of sources) {
  const name = relative(root, path);
  const source = readFileSync(path, "utf8");
  // `${…}` inside a key stands for a part that comes from data.
  for (const [, key] of source.matchAll(/"([a-z]\w*(?:\.\w+)+)"/g))
    if (keys.has(key)) used.add(key);
  for (const [, key] of source.matchAll(/(?<![.\w])t\(\s*"([^"]+)"/g)) {
    used.add(key);
    if (!keys.has(key)) problems.push(`${name}: there is no text ${key}`);
  }
  for (const [, template] of source.matchAll(/`([a-z]\w*\.[^`\s]*\$\{[^`]*)`/g)) {
    const pattern = new RegExp(
      `^${template
        .split(/\$\{[^}]*\}/)
        .map((part) => part.replaceAll(".", "\\."))
        .join("\\w+(?:[-.]\\w+)*")}$`,
    );
    const found = [...keys].filter((key) => pattern.test(key));
    if (found.length) prefixes.add(template);
    found.forEach((key) => used.add(key));
  }
  for (const [, template] of source.matchAll(/(?<![.\w])t\(\s*`([^`]+)`/g))
    if (!prefixes.has(template)) problems.push(`${name}: there is no text ${template}`);
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
console.log(`${keys.size} texts in ${LANGUAGES.length} languages`);
