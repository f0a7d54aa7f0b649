/**
 * A name as it is stored and compared: in normal form NFC, and without blanks around it. A name of only blanks is
 * unchanged.
 */
export function normalName(name: string): string {
  const text = name.normalize('NFC');
  const inner = text.trim();
  const start = text.length - text.trimStart().length;
  // Line ends and tabs are no blanks here: the rules of names refuse them.
  return inner !== '' && /^\p{Zs}*$/u.test(text.slice(0, start) + text.slice(start + inner.length)) ? inner : text;
}

/** Whether two names mean the same, also for names that were stored before normalization. */
export const isSameName = (one: string, other: string): boolean =>
  one === other || normalName(one) === normalName(other);

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/** A name as it is compared where case and invisible characters do not count. */
export const foldedName = (name: string): string =>
  normalName(name).replace(INVISIBLE, '').toUpperCase().toLowerCase().normalize('NFC');
