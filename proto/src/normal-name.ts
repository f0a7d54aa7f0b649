/** A name as it is kept and compared: in one normal form (NFC), and without the blanks around it. What is nothing but blanks stays. */
export function normalName(name: string): string {
  const text = name.normalize('NFC');
  const inner = text.trim();
  const start = text.length - text.trimStart().length;
  // Line ends and tabs are no blanks: they are left for the rules of names to refuse.
  return inner !== '' && /^\p{Zs}*$/u.test(text.slice(0, start) + text.slice(start + inner.length)) ? inner : text;
}

/** Whether two names mean the same: what was kept before names had a form is found in either. */
export const isSameName = (one: string, other: string): boolean =>
  one === other || normalName(one) === normalName(other);
