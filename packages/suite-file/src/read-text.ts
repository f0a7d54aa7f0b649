import { Composer, Lexer, LineCounter, Parser, type Document } from 'yaml';
import { MAX_FAULTS, type FileFault } from './fault.ts';
import { plainJson } from './plain-json.ts';
import { MAX_DEPTH, plainValue, type OffsetFault } from './plain-value.ts';
import { positionOf } from './position.ts';

/** The largest file, in characters. */
export const MAX_CHARACTERS = 8_388_608;
/** The most tokens and line ends of a file; each costs a microsecond or two. */
const MAX_LEXEMES = 2_000_000;

export interface LocatedValue {
  value: unknown;
  /** The position of the part that a JSON Pointer names, or of its nearest existing parent. */
  at(path: string): { line: number; column: number };
}

type Composed = Document.Parsed;

/**
 * Parses YAML 1.2 or JSON as plain JSON. Ambiguous parts are refused with their places: duplicate keys, tags, merge
 * keys, several documents, numbers that would be rounded, references that multiply the file.
 */
export function readText(content: string): { text: LocatedValue } | { faults: FileFault[] } {
  if (content.length > MAX_CHARACTERS) return refused('', `is larger than ${MAX_CHARACTERS} characters`);
  const lines = new LineCounter();
  const documents = compose(withoutComments(content), lines);
  if (typeof documents === 'string') return refused('', documents);
  const located = ({ path, message, offset }: OffsetFault): FileFault => {
    const { line, col: column } = lines.linePos(offset);
    return {
      path,
      message,
      line: Math.max(line, 1),
      column: Math.max(column, 1),
    };
  };
  const [document, another] = documents;
  const root = document?.contents;
  if (!root) return refused('', 'is empty');
  const found = [
    ...syntaxFindings(document),
    ...(another ? [{ path: '', message: 'holds a second document', offset: another.range[0] }] : []),
  ];
  if (found.length > 0) return { faults: found.slice(0, MAX_FAULTS).map(located) };

  const { value, findings } = plainValue(root);
  if (findings.length > 0) return { faults: findings.slice(0, MAX_FAULTS).map(located) };
  return { text: { value, at: (path) => positionOf(root, path, lines) } };
}

/** JSON with the comments of editors, which YAML reads as names, without them; any other text as it is. */
function withoutComments(content: string): string {
  if (!/^\ufeff?\s*(?:\{|\/[/*])/.test(content) || !/\/[/*]/.test(content)) return content;
  const plain = plainJson(content);
  try {
    JSON.parse(plain.replace(/^\ufeff/, ''));
    return plain;
  } catch {
    return content;
  }
}

const refused = (path: string, message: string) => ({ faults: [{ path, message }] });

/** The documents of a text, or why it is too large. */
function compose(content: string, lines: LineCounter): Composed[] | string {
  lines.addNewLine(0);
  const parser = new Parser(lines.addNewLine);
  // We look for duplicate keys ourselves: the library compares every pair.
  const composer = new Composer({
    schema: 'core',
    version: '1.2',
    resolveKnownTags: false,
    merge: false,
    uniqueKeys: false,
    prettyErrors: false,
  });
  const documents: Composed[] = [];
  const take = (composed: Iterable<unknown>) => documents.push(...(composed as Iterable<Composed>));
  let lexemes = 0;
  let brackets = 0;
  let dashes = 0;
  /** The indentation of each open block, in columns. */
  const indents: number[] = [];
  let isLineStart = true;
  for (const lexeme of new Lexer().lex(content)) {
    if (++lexemes > MAX_LEXEMES) return `has more than ${MAX_LEXEMES} words and signs`;
    if (lexeme === '[' || lexeme === '{') brackets++;
    else if (lexeme === ']' || lexeme === '}') brackets--;
    else if (lexeme === '-' || lexeme === '?') dashes++;
    else if (lexeme.endsWith('\n')) dashes = 0;
    if (isLineStart) {
      const indent = /^ *$/.test(lexeme) ? lexeme.length : 0;
      while (indents.length > 0 && indents.at(-1)! >= indent) indents.pop();
      indents.push(indent);
    }
    isLineStart = lexeme.endsWith('\n');
    // The parser recurses, and would fail at a depth of its own.
    if (brackets + dashes > MAX_DEPTH || indents.length > MAX_DEPTH) return `is nested deeper than ${MAX_DEPTH} levels`;
    for (const token of parser.next(lexeme)) take(composer.next(token));
  }
  for (const token of parser.end()) take(composer.next(token));
  take(composer.end());
  return documents;
}

/** Errors and warnings of the parser. */
function syntaxFindings({ errors, warnings, directives }: Composed): OffsetFault[] {
  if (directives.yaml.version === '1.1') return [{ path: '', message: 'is in YAML 1.1; 1.2 is read', offset: 0 }];
  return [...errors, ...warnings].map(({ code, message, pos }) => ({
    path: '',
    message:
      code === 'TAG_RESOLVE_FAILED' ? `has a tag, which JSON cannot say (${message})` : `cannot be read (${message})`,
    offset: pos[0],
  }));
}
