/** A text without the `mark`s at its end: linear in its length, which `/x+$/` is not. */
export function withoutTrailing(text: string, mark: string): string {
  let end = text.length;
  while (end > 0 && text.endsWith(mark, end)) end -= mark.length;
  return text.slice(0, end);
}
