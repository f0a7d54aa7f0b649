/** Characters that reverse the direction of the text around them. */
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** Texts that become links without any markup. */
const LINK_START = /\b(?:https?:(?=\/\/)|ftp:(?=\/\/)|www(?=\.))/gi;
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Any text as one line without control characters, in its own direction. */
const lineOf = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex
    .replace(/[\s\u0000-\u001f\u007f]+/g, ' ')
    .replace(BIDI, '')
    .trim();

/**
 * Escapes any text for one line of Markdown, also in a table cell: it starts no markup, formula or HTML, and makes no
 * link or mention.
 */
export const escapeMarkdown = (text: string): string =>
  lineOf(text)
    .replace(LINK_START, '$&\u200b')
    .replace(/[\\`*_[\]~|#!$]/g, (char) => `\\${char}`)
    .replace(/[&<>]/g, (char) => ENTITIES[char]!)
    .replaceAll('@', '@\u200b');

/** Any text as code within a line, also in a table cell. */
export function codeSpan(text: string): string {
  const line = lineOf(text);
  // Within code there are no escapes: what would end it or its cell is replaced.
  return `\`${line.replaceAll('`', "'").replaceAll('|', '¦')}\``;
}

/** A row of a table; the cells are Markdown already. */
export const tableRow = (...cells: string[]): string => `| ${cells.join(' | ')} |`;

export const markdownTable = (head: string[], rows: string[][]): string =>
  [tableRow(...head), tableRow(...head.map(() => '---')), ...rows.map((cells) => tableRow(...cells))].join('\n');
