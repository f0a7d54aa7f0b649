/** Names of characters that cannot be seen, or that turn the direction of a line. */
const NAMES: Record<number, string> = {
  0x00ad: 'SHY',
  0x061c: 'ALM',
  0x200b: 'ZWSP',
  0x200c: 'ZWNJ',
  0x200d: 'ZWJ',
  0x200e: 'LRM',
  0x200f: 'RLM',
  0x202a: 'LRE',
  0x202b: 'RLE',
  0x202c: 'PDF',
  0x202d: 'LRO',
  0x202e: 'RLO',
  0x2028: 'LSEP',
  0x2029: 'PSEP',
  0x2060: 'WJ',
  0x2066: 'LRI',
  0x2067: 'RLI',
  0x2068: 'FSI',
  0x2069: 'PDI',
  0xfeff: 'BOM',
};

// Tab, line feed and carriage return are layout. A zero-width joiner between emoji is part of them.
const HIDDEN =
  /(?<!\p{Extended_Pictographic}\ufe0f?)\u200d|(?![\t\n\r])\p{Cc}|[\u00ad\u061c\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/gu;

/** Text of others as it may be shown: control characters, bidi overrides and zero-width characters become marks. */
export const visibleText = (text: string): string =>
  text.replace(HIDDEN, (character) => {
    const code = character.codePointAt(0)!;
    if (code < 0x20) return String.fromCodePoint(0x2400 + code);
    if (code === 0x7f) return '\u2421';
    return `⟨${NAMES[code] ?? `U+${code.toString(16).toUpperCase().padStart(4, '0')}`}⟩`;
  });
