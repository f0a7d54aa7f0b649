import { jsonObject } from '@assay/contract/json';

/** At most this many places of a text are tried. */
const MAX_PLACES = 50;
const THOUGHT_TAG = /<(\/?)(think|thinking|reasoning)>/gi;

/**
 * The one JSON object in an answer that has words, thoughts or a fence around it; undefined when there is none, or when
 * there are several, of which none is the answer for sure.
 */
export function jsonWithin(text: string): Record<string, unknown> | undefined {
  const spoken = withoutThoughts(text);
  const found: Record<string, unknown>[] = [];
  for (let at = spoken.indexOf('{'), places = 0; at >= 0 && places < MAX_PLACES; places++) {
    const end = objectEnd(spoken, at);
    const value = end === undefined ? undefined : jsonObject(spoken.slice(at, end));
    if (value) found.push(value);
    at = spoken.indexOf('{', value ? end : at + 1);
  }
  return found.length === 1 ? found[0] : undefined;
}

/** The text without its parts between a tag of thoughts and the next end of the same tag. */
function withoutThoughts(text: string): string {
  const spoken: string[] = [];
  let spokenUntil = 0;
  let opened: { name: string; at: number } | undefined;
  for (const { 0: tag, 1: slash, 2: given, index } of text.matchAll(THOUGHT_TAG)) {
    const name = given!.toLowerCase();
    if (slash === '') opened ??= { name, at: index };
    else if (opened?.name === name) {
      spoken.push(text.slice(spokenUntil, opened.at));
      spokenUntil = index + tag.length;
      opened = undefined;
    }
  }
  return spoken.join('') + text.slice(spokenUntil);
}

/** The place behind the bracket that closes the one at `start`; undefined when nothing closes it. */
function objectEnd(text: string, start: number): number | undefined {
  let depth = 0;
  let isQuoted = false;
  for (let i = start; i < text.length; i++) {
    const char = text[i]!;
    if (isQuoted) {
      if (char === '\\') i++;
      else if (char === '"') isQuoted = false;
    } else if (char === '"') isQuoted = true;
    else if (char === '{') depth++;
    else if (char === '}' && --depth === 0) return i + 1;
  }
  return undefined;
}
