import { linesOf } from '@assay/kit/text/lines';

/** One line of a document; lines are counted from 1. */
export interface MarkdownLine {
  number: number;
  text: string;
}

/** A heading with the text below it, up to the next heading of any level. */
export interface MarkdownSection {
  level: number;
  title: string;
  heading: number;
  lines: MarkdownLine[];
}

export const numberedLines = (content: string): MarkdownLine[] =>
  linesOf(content).map(({ start, end }, i) => ({ number: i + 1, text: content.slice(start, end) }));

/** The mark and the info string of a line that opens a fenced block, or undefined. */
export const fenceOf = (text: string): { mark: string; info: string } | undefined => {
  const [start, mark] = /^\s*(`{3,}|~{3,})/.exec(text) ?? [];
  return mark === undefined ? undefined : { mark, info: text.slice(start!.length).trim() };
};

/** Whether a line closes the fenced block that `mark` opened. */
export const closesFence = (text: string, mark: string): boolean => {
  const line = text.trim();
  return line.length >= mark.length && line === mark[0]!.repeat(line.length);
};

/** The sections of a Markdown document, by its `#` headings. A heading inside a fenced block does not count. */
export function sectionsOf(content: string): MarkdownSection[] {
  const sections: MarkdownSection[] = [];
  let fence: string | undefined;
  for (const line of numberedLines(content)) {
    const heading = fence === undefined ? headingOf(line.text) : undefined;
    if (heading) {
      sections.push({ ...heading, heading: line.number, lines: [] });
      continue;
    }
    if (fence === undefined) fence = fenceOf(line.text)?.mark;
    else if (closesFence(line.text, fence)) fence = undefined;
    sections.at(-1)?.lines.push(line);
  }
  return sections;
}

function headingOf(text: string): Pick<MarkdownSection, 'level' | 'title'> | undefined {
  const [start, marks] = /^ {0,3}(#{1,6})(?=[ \t]|$)/.exec(text) ?? [];
  if (marks === undefined) return undefined;
  return {
    level: marks.length,
    title: text
      .slice(start!.length)
      .trim()
      .replace(/(?:^|[ \t])#+$/, '')
      .trim(),
  };
}
