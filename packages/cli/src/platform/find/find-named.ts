import type { AssayClient } from '@assay/sdk';
import { foldedName, isSameName } from '@assay/contract/normal-name';
import { UsageError } from '../../command-failure.ts';
import type { CommandContext } from '../../command-context.ts';
import { shortenMiddle, visibleText } from '../../output/visible-text.ts';
import { nearest } from '../../parse/nearest.ts';
import { namedKinds, timesOf, type NamedItem, type NamedKind, type NamedWord, type NameScope } from './named-kinds.ts';

/** The most candidates that an error lists, and the widest names and facts in it, in characters. */
const [LISTED, NAME_WIDTH, FACT_WIDTH] = [5, 40, 40];

/** How an object is searched for beside its name. */
interface NameSearch {
  /** The objects around it; the project of the command where absent. */
  scope?: Partial<NameScope>;
  /** Only a whole name is accepted, as before something is deleted. */
  isExact?: boolean;
}

/** Whether the text is an id, which is sent as it is: a prefix and 26 characters (TypeID). */
export const isId = (text: string): boolean => /^[a-z]+_[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(text);

/**
 * The id of an object that a person named: an id is recognised by its form and not looked up. The exact name is tried
 * first, then one that differs in case, then one that begins so. Throws UsageError for no match and for several.
 */
export async function findId(
  context: Pick<CommandContext, 'platform' | 'usesUtc'>,
  word: NamedWord,
  text: string,
  search: NameSearch = {},
): Promise<string> {
  const kind: NamedKind = namedKinds[word];
  if (isId(text)) return text;
  const { assay, projectId } = await context.platform();
  const scope = { ...search.scope, projectId: search.scope?.projectId ?? (await projectId()) };
  return (await findNamed(assay, kind, text, scope, { ...search, when: timesOf(context) })).id;
}

/** The object with this name. Throws UsageError as `findId`. */
export async function findNamed(
  assay: AssayClient,
  kind: NamedKind,
  text: string,
  scope: NameScope,
  { isExact = false, when }: { isExact?: boolean; when: (at: number) => string },
): Promise<NamedItem> {
  const folded = foldedName(text);
  const [exact, sameLetters, begins] = [new Matches(), new Matches(), new Matches()];
  let near: string | undefined;
  for await (const item of kind.list(assay, scope, when)) {
    const itsFolded = foldedName(item.name);
    if (isSameName(item.name, text)) {
      exact.add(item);
      if (kind.isUnique) break;
    } else if (itsFolded === folded) sameLetters.add(item);
    else if (folded !== '' && itsFolded.startsWith(folded)) begins.add(item);
    else near = nearest(text, near === undefined ? [item.name] : [near, item.name]);
  }
  const matches = [exact, sameLetters, ...(isExact ? [] : [begins])].find(({ count }) => count > 0);
  if (matches === undefined) throw unknown(kind, text, begins.items[0]?.name ?? near);
  if (matches.count > 1) throw ambiguous(kind, text, matches);
  return matches.items[0]!;
}

/** The objects that match in one way: their number, and the first of them. */
class Matches {
  readonly items: NamedItem[] = [];
  count = 0;

  add(item: NamedItem): void {
    this.count++;
    if (this.items.length < LISTED) this.items.push(item);
  }
}

function unknown({ noun, listedBy }: NamedKind, text: string, near: string | undefined): UsageError {
  const meant = near === undefined ? '' : ` Did you mean "${visibleText(near)}"?`;
  return new UsageError(
    `there is no ${noun} "${visibleText(text)}".${meant}`,
    listedBy === undefined ? [] : [`assay ${listedBy}`],
  );
}

const NUMBERS: Record<number, string> = { 2: 'two', 3: 'three', 4: 'four', 5: 'five' };

function ambiguous({ plural }: NamedKind, text: string, { items, count }: Matches): UsageError {
  const rows = items.map(({ id, name, fact }) => ({
    name: shortenMiddle(visibleText(name), NAME_WIDTH),
    id,
    fact: shortenMiddle(visibleText(fact), FACT_WIDTH),
  }));
  const [nameWidth, idWidth] = [widest(rows.map(({ name }) => name)), widest(rows.map(({ id }) => id))];
  const lines = rows.map(({ name, id, fact }) =>
    `  ${name.padEnd(nameWidth)}   ${id.padEnd(idWidth)}   ${fact}`.trimEnd(),
  );
  if (count > items.length) lines.push(`  … ${count - items.length} more`);
  const isOneName = items.every(({ name }) => isSameName(name, items[0]!.name));
  return new UsageError(
    [
      `${NUMBERS[count] ?? count} ${plural} match "${visibleText(text)}":`,
      ...lines,
      isOneName ? 'Give the id.' : 'Give the whole name, or the id.',
    ].join('\n'),
  );
}

const widest = (texts: readonly string[]): number => Math.max(...texts.map(({ length }) => length));
