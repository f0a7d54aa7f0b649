/** Consonants, so that no code is a word (RFC 8628, section 6.1): eight of them are 34 bits. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const LENGTH = 8;
const CODE = /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/;
const MAX_CHARS = 40;

/** A new code as a person reads it, such as `WDJB-MJHT`. `draw` answers a uniformly random integer below its argument. */
export function newUserCode(draw: (below: number) => number): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[draw(LETTERS.length)]).join('');
  return shownCode(letters);
}

/** The letters of a code as a person typed it; undefined when it cannot be one. */
export function lettersOfCode(typed: unknown): string | undefined {
  if (typeof typed !== 'string' || typed.length > MAX_CHARS) return undefined;
  const letters = typed.toUpperCase().replace(/[^A-Z]/g, '');
  return CODE.test(letters) ? letters : undefined;
}

export const shownCode = (letters: string): string => `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
