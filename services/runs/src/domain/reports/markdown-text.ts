const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * A stranger's text on one line of Markdown, table cells included: it is shown as it is, starts no markup and no HTML, and
 * mentions nobody.
 */
export const plain = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  text.replace(/[\s\u0000-\u001f\u007f]+/g, ' ').trim()
    .replace(/[\\`*_[\]~|#!]/g, (char) => `\\${char}`)
    .replace(/[&<>]/g, (char) => ENTITIES[char]!)
    .replaceAll('@', '@\u200b');

/** A row of a table; the cells are Markdown already. */
export const row = (...cells: string[]): string => `| ${cells.join(' | ')} |`;

export const table = (head: string[], rows: string[][]): string => [row(...head), row(...head.map(() => '---')), ...rows.map((cells) => row(...cells))].join('\n');
