/** Characters that change how others are shown, by the names that the Unicode standard abbreviates them to. */
const DIRECTIONS: Record<string, string> = {
  '\u202A': 'LRE',
  '\u202B': 'RLE',
  '\u202C': 'PDF',
  '\u202D': 'LRO',
  '\u202E': 'RLO',
  '\u2066': 'LRI',
  '\u2067': 'RLI',
  '\u2068': 'FSI',
  '\u2069': 'PDI',
  '\u200E': 'LRM',
  '\u200F': 'RLM',
  '\u061C': 'ALM',
  '\u200B': 'ZWSP',
  '\u2060': 'WJ',
  '\uFEFF': 'BOM',
};

/**
 * Text of servers and models as a terminal may print it: control characters are shown by their pictures (`␛`), and
 * characters that reorder or hide text by their names (`⟨RLO⟩`). Line breaks and tabs stay only where `keepsLines` is set.
 */
export function visibleText(text: string, { keepsLines = false } = {}): string {
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(
    /[\u0000-\u001F\u007F-\u009F\u061C\u200B\u200E\u200F\u202A-\u202E\u2028\u2029\u2060\u2066-\u2069\uFEFF]/g,
    (at) => {
      if (keepsLines && (at === '\n' || at === '\t')) return at;
      const code = at.charCodeAt(0);
      if (code < 0x20) return String.fromCharCode(0x2400 + code);
      if (code === 0x7f) return '\u2421';
      return `⟨${DIRECTIONS[at] ?? `U+${code.toString(16).toUpperCase().padStart(4, '0')}`}⟩`;
    },
  );
}

/** Cuts a name in its middle to at most `width` characters. */
export function shortenMiddle(name: string, width: number): string {
  const characters = [...name];
  if (characters.length <= width) return name;
  const left = Math.ceil((width - 1) / 2);
  return `${characters.slice(0, left).join('')}…${characters.slice(characters.length - (width - 1 - left)).join('')}`;
}
