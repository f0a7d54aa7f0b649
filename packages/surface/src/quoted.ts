const SHOWN = 80;
/** Whatever a terminal or a reader would not show as it is. */
const INVISIBLE = /[\u{fe00}-\u{fe0f}\p{C}\p{Zl}\p{Zp}]/gu;

/** Text of a server fit to stand in a message: on one line, what cannot be seen spelled out, and not long. */
export function quoteText(text: string, max = SHOWN): string {
  const visible = text
    .slice(0, 2 * max)
    .replace(INVISIBLE, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
  return `"${visible.length > max || text.length > 2 * max ? `${visible.slice(0, max)}…` : visible}"`;
}

/** The same without quotation marks, for a key among our own words. */
export const spellText = (text: string): string => quoteText(text).slice(1, -1);
