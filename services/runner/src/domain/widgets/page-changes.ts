import type { PageSnapshot } from '@assay/contract/areas/browsers/snapshot';
import type { PageChanges } from '@assay/contract/areas/transcripts/documents';

/** At most this many lines on each side, and characters in each line. */
const [MAX_LINES, MAX_LENGTH] = [50, 300];
/** References change when a page is drawn anew, and the focus follows every act. */
const MARKS = / \[(?:ref=\w+|cursor=\w+|active)\]/g;

/**
 * The lines of the accessibility tree that a page gained and lost between two snapshots, wherever they stand; undefined
 * when there are none.
 */
export function pageChanges(
  before: PageSnapshot | undefined,
  after: PageSnapshot | undefined,
): PageChanges | undefined {
  if (!before || !after) return undefined;
  const [was, is] = [linesOf(before), linesOf(after)];
  const [added, removed] = [missingIn(was, is), missingIn(is, was)];
  if (added.length === 0 && removed.length === 0) return undefined;
  const isCut = added.length > MAX_LINES || removed.length > MAX_LINES;
  return { added: kept(added), removed: kept(removed), ...(isCut && { truncated: true as const }) };
}

const linesOf = ({ tree }: PageSnapshot): string[] =>
  tree
    .split('\n')
    .map((line) => line.trim().replaceAll(MARKS, ''))
    .filter((line) => line !== '');

/** The lines of `lines` that are more often there than in `known`. */
function missingIn(known: string[], lines: string[]): string[] {
  const left = new Map<string, number>();
  for (const line of known) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}

const kept = (lines: string[]): string[] =>
  lines
    .slice(0, MAX_LINES)
    .map((line) => (line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH - 1).toWellFormed()}…` : line));
