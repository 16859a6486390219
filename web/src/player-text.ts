/**
 * The text of a player, or of a variant or partner of a matchbox machine: `name:key=value,…`, as the
 * server's spec.py has it. No other file takes such texts apart or puts them together.
 */

type Value = string | number | boolean;
/** By name; one without a name, as in `level:5`, has the name "". */
type PlayerOptions<V extends Value = Value> = Record<string, V>;

export function parseText(text: string): { name: string; options: PlayerOptions<string> } {
  const [name, rest] = parted(text.trim(), ":");
  const parts = rest ? rest.split(",") : [];
  return {
    name: name.toLowerCase(),
    options: Object.fromEntries(
      parts.map((part) => (part.includes("=") ? parted(part.trim(), "=") : ["", part.trim()])),
    ),
  };
}

export function formatText(name: string, options: PlayerOptions = {}): string {
  const rest = formatOptions(options, ",");
  return rest ? `${name}:${rest}` : name;
}

/** Options as people read them: `depth=4, seconds=1`. */
export function formatOptions(options: PlayerOptions, separator = ", "): string {
  return Object.entries(options)
    .map(([key, value]) => (key ? `${key}=${written(value)}` : written(value)))
    .join(separator);
}

function written(value: Value): string {
  return typeof value === "boolean" ? (value ? "on" : "off") : String(value);
}

/** A text in pieces between which a line may break. */
export function pieces(text: string): string[] {
  return text.split(/(?<=,)/);
}

function parted(text: string, separator: string): [string, string] {
  const place = text.indexOf(separator);
  return place < 0 ? [text, ""] : [text.slice(0, place), text.slice(place + separator.length)];
}
