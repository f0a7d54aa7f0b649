/** Line ends, controls, and the marks that turn the direction of the text after them. */
const UNPRINTED = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** A stranger's text as part of one line: without line ends and controls, and clipped to `max` characters. */
export function plainLine(text: string, max: number): string {
  const characters = Array.from(text.toWellFormed().replace(UNPRINTED, ' ').trim());
  return characters.length > max ? `${characters.slice(0, max).join('')}…` : characters.join('');
}
