/** Turns the text around it about, so that it would read as something else. */
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** What becomes a link without any markup. */
const LINK_START = /\b(?:https?:(?=\/\/)|ftp:(?=\/\/)|www(?=\.))/gi;
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * A stranger's text on one line of Markdown, table cells included: it is shown as it is, starts no markup, no formula and no
 * HTML, links nowhere and mentions nobody.
 */
export const plain = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex
    .replace(/[\s\u0000-\u001f\u007f]+/g, ' ')
    .replace(BIDI, '')
    .trim()
    .replace(LINK_START, '$&\u200b')
    .replace(/[\\`*_[\]~|#!$]/g, (char) => `\\${char}`)
    .replace(/[&<>]/g, (char) => ENTITIES[char]!)
    .replaceAll('@', '@\u200b');

/** A row of a table; the cells are Markdown already. */
export const row = (...cells: string[]): string => `| ${cells.join(' | ')} |`;

export const table = (head: string[], rows: string[][]): string =>
  [row(...head), row(...head.map(() => '---')), ...rows.map((cells) => row(...cells))].join('\n');
