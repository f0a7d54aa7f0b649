import { canonicalJson } from '@assay/contract/canonical';

/**
 * A prompt in parts: the fixed parts of two prompts must be the same to repeat each other, and their words may differ a
 * little.
 */
export interface PromptParts {
  fixed: string[];
  words: string[];
}

const QUOTED = /"([^"\n]*)"|“([^“”\n]*)”|«([^«»\n]*)»|`([^`\n]*)`|(?<![\p{L}\p{N}])'([^'\n]*)'(?![\p{L}\p{N}])/gu;
/** Opening marks before a number, and closing marks after it. */
const [BEFORE_NUMBER, AFTER_NUMBER] = [/^[([{<]+/, '.,;:!?)]}>…'];
const BETWEEN_WORDS = /[\s\p{P}\p{C}]+/u;

/**
 * JSON, quotations and words with a digit are fixed; all other words count once, regardless of case, width and
 * punctuation.
 */
export function promptParts(prompt: string): PromptParts {
  const { spans, rest } = withoutBrackets(prompt);
  const quotes: string[] = [];
  const plain = rest.replace(QUOTED, (_, ...groups: (string | undefined)[]) => {
    quotes.push(groups.slice(0, 5).find((each) => each !== undefined) ?? '');
    return ' ';
  });
  const pieces = plain.normalize('NFKC').toLowerCase().split(/\s+/u);
  const numbers = pieces.filter(hasDigit).map((piece) => withoutMarks(piece));
  const words = pieces
    .filter((piece) => !hasDigit(piece))
    .flatMap((piece) => piece.split(BETWEEN_WORDS))
    .filter(Boolean);
  const fixed = [...spans.map(jsonOrText), ...quotes, ...numbers];
  // A prompt without a word, such as one of punctuation only, is fixed as a whole.
  return { fixed: words.length + fixed.length > 0 ? fixed : [prompt.trim()], words: [...new Set(words)].toSorted() };
}

function withoutMarks(piece: string): string {
  let end = piece.length;
  while (end > 0 && AFTER_NUMBER.includes(piece.charAt(end - 1))) end--;
  return piece.slice(0, end).replace(BEFORE_NUMBER, '');
}

const hasDigit = (text: string): boolean => /\p{N}/u.test(text);

/** Cuts out the outermost balanced braces or brackets; in one pass, regardless of how many stay open. */
function withoutBrackets(text: string): { spans: string[]; rest: string } {
  const open: number[] = [];
  const closed: { start: number; end: number }[] = [];
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!;
    if (char === '{' || char === '[') open.push(i);
    if ((char === '}' || char === ']') && open.length > 0) {
      const start = open.pop()!;
      while (closed.length > 0 && closed.at(-1)!.start > start) closed.pop();
      closed.push({ start, end: i + 1 });
    }
  }
  let from = 0;
  const between: string[] = [];
  for (const { start, end } of closed) {
    between.push(text.slice(from, start));
    from = end;
  }
  return {
    spans: closed.map(({ start, end }) => text.slice(start, end)),
    rest: [...between, text.slice(from)].join(' '),
  };
}

function jsonOrText(text: string): string {
  try {
    return canonicalJson(JSON.parse(text));
  } catch {
    return text.replace(/\s+/g, ' ');
  }
}
