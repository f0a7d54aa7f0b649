import { clipText } from './tool-text.ts';

/** At least this much of a cut text remains, in characters. */
const LEAST = 200;

/**
 * Cuts texts by `over` characters together, in their order, but only texts that `gives` accepts. The returned `over` is
 * the part that could not be cut.
 */
export function clipTexts(
  texts: readonly string[],
  over: number,
  gives: (at: number) => boolean,
): { texts: string[]; over: number } {
  let rest = over;
  const cut = texts.map((text, at) => {
    if (rest <= 0 || !gives(at) || text.length <= 2 * LEAST) return text;
    const shorter = clipText(text, Math.max(LEAST, text.length - rest - LEAST));
    rest -= text.length - shorter.length;
    return shorter;
  });
  return { texts: cut, over: rest };
}
