import { closesFence, fenceOf, type MarkdownLine } from './markdown.ts';

/** A text that a section labels as the words of a user or as an expectation. */
interface SectionRemark {
  kind: 'prompt' | 'expect';
  text: string;
}

const LABEL = /^\s*(?:[-*+]\s+|\d+[.)]\s+)?[*_]{0,2}(prompt|user|expect(?:ed)?)[*_]{0,2}\s*:[*_]{0,2}\s*([^]*)$/i;
const QUOTE = /^\s*>\s?([^]*)$/;

const kindOf = (label: string): SectionRemark['kind'] => (/^(?:prompt|user)$/i.test(label) ? 'prompt' : 'expect');

/** The remarks of a section in their order. A label without text introduces the fenced block or quote that follows. */
export function remarksOf(lines: MarkdownLine[]): SectionRemark[] {
  const remarks: SectionRemark[] = [];
  let pending: SectionRemark['kind'] | undefined;
  const add = (kind: SectionRemark['kind'], text: string) => {
    if (text.trim() !== '') remarks.push({ kind, text: text.trim() });
  };
  for (let i = 0; i < lines.length; i++) {
    const { text } = lines[i]!;
    const fence = fenceOf(text);
    const label = LABEL.exec(text);
    if (text.trim() === '') continue;
    if (fence) {
      const end = endOf(lines, i + 1, (line) => closesFence(line, fence.mark));
      const kind = /^(?:prompt|user)$/i.test(fence.info) ? 'prompt' : pending;
      if (kind) add(kind, textOf(lines, i + 1, end));
      i = end;
    } else if (QUOTE.test(text)) {
      const end = endOf(lines, i, (line) => !QUOTE.test(line));
      add(
        pending ?? 'prompt',
        textOf(lines, i, end, (line) => QUOTE.exec(line)![1]!),
      );
      i = end - 1;
    } else if (label) {
      add(kindOf(label[1]!), inline(label[2]!));
      pending = label[2]!.trim() === '' ? kindOf(label[1]!) : undefined;
      continue;
    }
    pending = undefined;
  }
  return remarks;
}

/** The first line from `from` on that ends a block, or the end of the section. */
function endOf(lines: MarkdownLine[], from: number, ends: (text: string) => boolean): number {
  let at = from;
  while (at < lines.length && !ends(lines[at]!.text)) at++;
  return at;
}

const textOf = (lines: MarkdownLine[], from: number, to: number, strip = (text: string) => text): string =>
  lines
    .slice(from, to)
    .map(({ text }) => strip(text))
    .join('\n');

/** Removes backticks that surround the whole text. */
const inline = (text: string): string => /^(`+)([^`]+)\1$/.exec(text.trim())?.[2] ?? text;
