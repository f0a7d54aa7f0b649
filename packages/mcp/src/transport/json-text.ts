const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
/**
 * Each object, array or member takes about 50 bytes of memory once it is parsed, at 1 to 6 bytes of text, and half a
 * microsecond in which the process answers no other request; the garbage collector stops it for seconds on very deep ones.
 */
const MAX_DEPTH = 100_000;
const MAX_PARTS = 2_000_000;
/** At most this many members of a message, of which JSON-RPC has five, and messages of a batch. */
const [MAX_MEMBERS, MAX_MESSAGES] = [1_000, 10_000];

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
    if (found.size === MAX_MEMBERS) throw new OversizedJsonError(`has more than ${MAX_MEMBERS} members`);
    found.set(JSON.parse(json.slice(at, keyEnd)) as string, json.slice(start, end));
    at = skipSpace(json, end);
    if (json[at] !== ',') break;
  }
  return found;
}

/**
 * The text of each element of a JSON array; a single text for anything else.
 * @throws OversizedJsonError for a value with very many parts.
 */
export function elementTexts(json: string): string[] {
  let at = skipSpace(json, 0);
  if (json[at] !== '[') return [json];
  const found: string[] = [];
  for (at = skipSpace(json, at + 1); at < json.length && json[at] !== ']'; at = skipSpace(json, at + 1)) {
    const end = valueEnd(json, at);
    if (found.length === MAX_MESSAGES) throw new OversizedJsonError(`is a batch of more than ${MAX_MESSAGES}`);
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
  let [depth, parts] = [0, 0];
  for (let at = start; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = stringEnd(json, at) - 1;
    else if (code === COLON) parts += 1;
    else if (opens(code)) {
      parts += 1;
      depth += 1;
      if (depth > MAX_DEPTH) throw new OversizedJsonError(`is nested more than ${MAX_DEPTH} levels deep`);
    } else if (closes(code) && --depth === 0) return at + 1;
    if (parts > MAX_PARTS) throw new OversizedJsonError(`has more than ${MAX_PARTS} parts`);
  }
  return json.length;
}

function scalarEnd(json: string, start: number): number {
  let at = start;
  while (at < json.length && !/[\s,}\]]/.test(json[at]!)) at += 1;
  return at;
}
