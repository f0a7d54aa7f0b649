import { RE2JS } from 're2js';
import { boundedCache } from './bounded-cache.ts';

/** A pattern that is not usable; the message says why, for the author of the pattern. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}

/** A compiled pattern. Time to test is at most proportional to `size` times the length of the text. */
export interface Pattern {
  size: number;
  /** Whether an unbounded repetition contains another one, as in `(a+)+`. */
  nested: boolean;
  test(text: string): boolean;
}

/** The most that one test may cost, in pattern size times text length: about half a second. */
const WORK = 50_000_000;

const compiled = boundedCache(500, (source): Pattern | PatternError => {
  try {
    const pattern = RE2JS.compile(RE2JS.translateRegExp(source));
    return { size: pattern.programSize(), nested: hasNestedQuantifier(source), test: (text) => bounded(pattern, text) };
  } catch (error) {
    return new PatternError(`the pattern is not a valid regular expression (${(error as Error).message})`);
  }
});

/**
 * A pattern in JavaScript's notation, run by an engine that never backtracks. Look-around and back-references, which only
 * a backtracking engine can do, are not available. Throws PatternError.
 */
export function patternOf(source: string): Pattern {
  const pattern = compiled(source);
  if (pattern instanceof PatternError) throw pattern;
  return pattern;
}

function bounded(pattern: RE2JS, text: string): boolean {
  if (pattern.programSize() * text.length > WORK) throw new PatternError('the pattern is too complex for a text of this length');
  return pattern.test(text);
}

function hasNestedQuantifier(source: string): boolean {
  // For each open group: whether it holds an unbounded repetition so far.
  const groups = [false];
  let closed = false;
  for (let i = 0; i < source.length; i++) {
    const repeats = /^(?:[*+]|\{\d+,\})/.exec(source.slice(i, i + 24));
    if (repeats) {
      if (closed) return true;
      groups[groups.length - 1] = true;
      i += repeats[0].length - 1;
      continue;
    }
    closed = false;
    if (source[i] === '\\') i++;
    else if (source[i] === '[') i = endOfClass(source, i);
    else if (source[i] === '(') groups.push(false);
    else if (source[i] === ')' && groups.length > 1) {
      closed = groups.pop()!;
      if (closed) groups[groups.length - 1] = true;
    }
  }
  return false;
}

function endOfClass(source: string, start: number): number {
  let i = start + 1;
  if (source[i] === '^') i++;
  while (i < source.length && source[i] !== ']') i += source[i] === '\\' ? 2 : 1;
  return i;
}
