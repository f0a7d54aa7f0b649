/** At most this many lines are told of each kind, and this much of a line, in characters. */
const [MAX_LINES, MAX_LINE] = [50, 200];

/** Lines of the accessibility tree that are new, and lines that are gone; undefined when nothing changed. */
export function treeChanges(before: string, after: string): { added: string[]; removed: string[] } | undefined {
  const [old, present] = [linesOf(before), linesOf(after)];
  const [added, removed] = [surplus(present, old), surplus(old, present)];
  return added.length + removed.length > 0 ? { added, removed } : undefined;
}

/** Without indentation: an element that only moved deeper has not changed. */
const linesOf = (tree: string): string[] =>
  tree
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The lines that occur more often in `lines` than in `others`, in their order. */
function surplus(lines: string[], others: string[]): string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  const found: string[] = [];
  for (const line of lines) {
    const count = left.get(line) ?? 0;
    if (count > 0) left.set(line, count - 1);
    else if (found.push(line.length > MAX_LINE ? `${line.slice(0, MAX_LINE).toWellFormed()}…` : line) === MAX_LINES)
      break;
  }
  return found;
}
