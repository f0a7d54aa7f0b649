import { cutText } from './tool-text.ts';

/** What is left of a text that had to make room, in characters. */
const LEAST = 200;

/** The texts, shorter by `over` characters together as far as that can be had: of those that give way the first do. `over` is what is still too much. */
export function shortened(
  texts: readonly string[],
  over: number,
  gives: (at: number) => boolean,
): { texts: string[]; over: number } {
  let rest = over;
  const cut = texts.map((text, at) => {
    if (rest <= 0 || !gives(at) || text.length <= 2 * LEAST) return text;
    const shorter = cutText(text, Math.max(LEAST, text.length - rest - LEAST));
    rest -= text.length - shorter.length;
    return shorter;
  });
  return { texts: cut, over: rest };
}
