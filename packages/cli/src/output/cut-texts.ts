/** The longest text that a terminal shows whole, and the part of a longer one that it shows, in characters. */
const [LONGEST, SHOWN] = [4_000, 400];

/** A document with its long texts cut, each with its size and the option that shows it. */
export function cutTexts(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length <= LONGEST
      ? value
      : `${value.slice(0, SHOWN)}… ${printBytes(Buffer.byteLength(value))}, --full shows it`;
  if (Array.isArray(value)) return value.map(cutTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, cutTexts(each)]));
}

/** A size as a person reads it: `227 B`, `1.2 kB`, `2.1 MB`. */
export function printBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
