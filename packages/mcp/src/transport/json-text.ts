const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/**
 * Each object or array takes about 50 bytes of memory once it is parsed, at 1 to 3 bytes of text; the garbage collector
 * stops the process for seconds on very deep ones.
 */
const MAX_DEPTH = 100_000;
const MAX_CONTAINERS = 5_000_000;

/** JSON that would take much more memory than its text. */
export class OversizedJsonError extends Error {}

const opens = (code: number) => code === 0x7b || code === 0x5b;
const closes = (code: number) => code === 0x7d || code === 0x5d;

/**
 * The text of each value of a JSON object, by key, exactly as it was written; for repeated keys the last one, as in
 * `JSON.parse`. Reads only the first level. Expects valid JSON; an empty map for anything but an object.
 * @throws OversizedJsonError for a value with very many parts.
 */
export function memberTexts(json: string): Map<string, string> {
  const found = new Map<string, string>();
  let at = skipSpace(json, 0);
  if (json[at] !== '{') return found;
  for (at = skipSpace(json, at + 1); json.charCodeAt(at) === QUOTE; at = skipSpace(json, at + 1)) {
    const keyEnd = stringEnd(json, at);
    const start = skipSpace(json, json.indexOf(':', keyEnd) + 1);
    const end = valueEnd(json, start);
    found.set(JSON.parse(json.slice(at, keyEnd)) as string, json.slice(start, end));
    at = skipSpace(json, end);
    if (json[at] !== ',') break;
  }
  return found;
}

/** The text of each element of a JSON array; a single text for anything else. */
export function elementTexts(json: string): string[] {
  let at = skipSpace(json, 0);
  if (json[at] !== '[') return [json];
  const found: string[] = [];
  for (at = skipSpace(json, at + 1); at < json.length && json[at] !== ']'; at = skipSpace(json, at + 1)) {
    const end = valueEnd(json, at);
    found.push(json.slice(at, end));
    at = skipSpace(json, end);
    if (json[at] !== ',') break;
  }
  return found;
}

function skipSpace(json: string, from: number): number {
  let at = from;
  while (at < json.length && json.charCodeAt(at) <= 0x20) at += 1;
  return at;
}

/** Jumps from quote to quote, so that a string of megabytes is skipped quickly. */
function stringEnd(json: string, open: number): number {
  for (let quote = json.indexOf('"', open + 1); quote !== -1; quote = json.indexOf('"', quote + 1)) {
    let slash = quote;
    while (json.charCodeAt(slash - 1) === BACKSLASH) slash -= 1;
    if ((quote - slash) % 2 === 0) return quote + 1;
  }
  return json.length;
}

function valueEnd(json: string, start: number): number {
  const first = json.charCodeAt(start);
  if (first === QUOTE) return stringEnd(json, start);
  if (!opens(first)) return scalarEnd(json, start);
  let [depth, containers] = [0, 0];
  for (let at = start; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = stringEnd(json, at) - 1;
    else if (opens(code)) {
      depth += 1;
      containers += 1;
      if (depth > MAX_DEPTH) throw new OversizedJsonError(`is nested more than ${MAX_DEPTH} levels deep`);
      if (containers > MAX_CONTAINERS)
        throw new OversizedJsonError(`has more than ${MAX_CONTAINERS} objects and lists`);
    } else if (closes(code) && --depth === 0) return at + 1;
  }
  return json.length;
}

function scalarEnd(json: string, start: number): number {
  let at = start;
  while (at < json.length && !/[\s,}\]]/.test(json[at]!)) at += 1;
  return at;
}
