import { canonical } from '@assay/contract/canonical';

/** A prompt, taken apart: what must be the same for two prompts to say the same, and the words that may differ a little. */
export interface PromptParts {
  fixed: string[];
  words: string[];
}

const QUOTED = /"([^"\n]*)"|“([^“”\n]*)”|«([^«»\n]*)»|`([^`\n]*)`|(?<![\p{L}\p{N}])'([^'\n]*)'(?![\p{L}\p{N}])/gu;
const NUMBER_ENDS = /^[([{<]+|[.,;:!?)\]}>…]+$/gu;
const BETWEEN_WORDS = /[\s\p{P}\p{C}]+/u;

/** JSON, quotations and whatever has a digit are fixed; of the rest every word counts once, whatever its case, width or punctuation. */
export function promptParts(prompt: string): PromptParts {
  const { spans, rest } = withoutBrackets(prompt);
  const quotes: string[] = [];
  const plain = rest.replace(QUOTED, (_, ...groups: (string | undefined)[]) => {
    quotes.push(groups.slice(0, 5).find((each) => each !== undefined) ?? '');
    return ' ';
  });
  const chunks = plain.normalize('NFKC').toLowerCase().split(/\s+/u);
  const numbers = chunks.filter(hasDigit).map((chunk) => chunk.replace(NUMBER_ENDS, ''));
  const words = chunks
    .filter((chunk) => !hasDigit(chunk))
    .flatMap((chunk) => chunk.split(BETWEEN_WORDS))
    .filter(Boolean);
  const fixed = [...spans.map(jsonOrText), ...quotes, ...numbers];
  // A prompt without a word, such as one of punctuation only, is as good as its text.
  return { fixed: words.length + fixed.length > 0 ? fixed : [prompt.trim()], words: [...new Set(words)].toSorted() };
}

const hasDigit = (text: string): boolean => /\p{N}/u.test(text);

/** Cuts out what lies in balanced braces or brackets, outermost; in one pass, however many of them stay open. */
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
    return canonical(JSON.parse(text));
  } catch {
    return text.replace(/\s+/g, ' ');
  }
}
