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
  return text.replaceAll(UNSAFE, (at) => {
    if (keepsLines && (at === '\n' || at === '\t')) return at;
    const code = at.codePointAt(0)!;
    if (code < 0x20) return String.fromCharCode(0x24_00 + code);
    if (code === 0x7f) return '\u2421';
    return `⟨${DIRECTIONS[at] ?? `U+${code.toString(16).toUpperCase().padStart(4, '0')}`}⟩`;
  });
}

/** Control characters, separators of lines, and format characters but the joiners of emoji and scripts. */
const UNSAFE = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Cuts a name in its middle to at most `width` characters. */
export function shortenMiddle(name: string, width: number): string {
  const characters = Array.from(name);
  if (characters.length <= width) return name;
  const left = Math.ceil((width - 1) / 2);
  return `${characters.slice(0, left).join('')}…${characters.slice(characters.length - (width - 1 - left)).join('')}`;
}
