/** The longest sample of a pattern, in characters. */
const MAX_LENGTH = 200;
/** At most this many characters of a pattern are read. */
const MAX_PATTERN = 500;

const CLASSES: Record<string, string> = { d: '0', w: 'a', s: ' ' };
const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r' };

/**
 * A short text that is meant to fit a pattern of a JSON Schema: of every choice the first, of every repetition the
 * fewest, of every class of characters the first. Undefined for patterns with look-around, back-references or other
 * parts that it does not read. The caller validates the text.
 */
export function patternSample(pattern: string): string | undefined {
  if (pattern.length > MAX_PATTERN) return undefined;
  const reader = { pattern, at: 0 };
  const text = choiceOf(reader);
  return text === undefined || reader.at < pattern.length || text.length > MAX_LENGTH ? undefined : text;
}

interface Reader {
  pattern: string;
  at: number;
}

/** The first alternative up to the end of a group; the others are read and dropped. */
function choiceOf(reader: Reader): string | undefined {
  const first = sequenceOf(reader);
  if (first === undefined) return undefined;
  while (reader.pattern[reader.at] === '|') {
    reader.at++;
    if (sequenceOf(reader) === undefined) return undefined;
  }
  return first;
}

function sequenceOf(reader: Reader): string | undefined {
  let text = '';
  while (reader.at < reader.pattern.length && !'|)'.includes(reader.pattern[reader.at]!)) {
    const atom = atomOf(reader);
    if (atom === undefined) return undefined;
    text += atom.repeat(fewestOf(reader));
    if (text.length > MAX_LENGTH) return undefined;
  }
  return text;
}

function atomOf(reader: Reader): string | undefined {
  const character = reader.pattern[reader.at++]!;
  switch (character) {
    case '^':
    case '$':
      return '';
    case '.':
      return 'a';
    case '(':
      return groupOf(reader);
    case '[':
      return classOf(reader);
    case '\\':
      return escapeOf(reader.pattern[reader.at++]);
    default:
      return '*+?{'.includes(character) ? undefined : character;
  }
}

function groupOf(reader: Reader): string | undefined {
  const opening = /^\?(:|<\w+>)/.exec(reader.pattern.slice(reader.at));
  if (opening) reader.at += opening[0].length;
  const text = choiceOf(reader);
  return reader.pattern[reader.at++] === ')' ? text : undefined;
}

/** The first character of a class. Of a class that excludes characters: a letter or a digit that it does not name. */
function classOf(reader: Reader): string | undefined {
  const end = /^(?:[^\]\\]|\\.)*\]/.exec(reader.pattern.slice(reader.at))?.[0];
  if (end === undefined) return undefined;
  reader.at += end.length;
  const inside = end.slice(0, -1);
  if (inside.startsWith('^')) return ['a', '0', '_', '-'].find((each) => !inside.includes(each));
  return inside.startsWith('\\') ? escapeOf(inside[1]) : inside[0];
}

const escapeOf = (character: string | undefined): string | undefined =>
  character === undefined || /[bBkpPuxcDWS1-9]/.test(character)
    ? undefined
    : (CLASSES[character] ?? ESCAPES[character] ?? character);

/** The fewest repetitions that the quantifier at the reader's place allows; 1 without one. */
function fewestOf(reader: Reader): number {
  const quantifier = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/.exec(reader.pattern.slice(reader.at));
  if (!quantifier) return 1;
  reader.at += quantifier[0].length;
  if (quantifier[1] !== undefined) return Math.min(Number(quantifier[1]), MAX_LENGTH + 1);
  return quantifier[0].startsWith('+') ? 1 : 0;
}
