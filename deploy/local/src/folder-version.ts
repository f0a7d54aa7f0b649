import { VERSION } from '@assay/contract/product/version';

type Numbers = [major: number, minor: number, patch: number];

/** The numbers of a version; undefined when it is none. */
const numbersOf = (version: string | undefined): Numbers | undefined =>
  /^(\d+)\.(\d+)\.(\d+)/
    .exec(version ?? '')
    ?.slice(1)
    .map(Number) as Numbers | undefined;

/**
 * Whether a version cannot use the data of another one: of a later major version, or of a minor version beyond the next.
 * A later version serves with the code of the one before it, and this code cannot know what comes after that.
 */
export function isBeyondNext(made: string | undefined, own = VERSION): boolean {
  const [theirs, ours] = [numbersOf(made), numbersOf(own)];
  if (!theirs || !ours) return false;
  return theirs[0] > ours[0] || (theirs[0] === ours[0] && theirs[1] > ours[1] + 1);
}

/** Whether a version comes after another one. */
export function isLater(made: string | undefined, own = VERSION): boolean {
  const [theirs, ours] = [numbersOf(made), numbersOf(own)];
  if (!theirs || !ours) return false;
  const at = theirs.findIndex((number, i) => number !== ours[i]);
  return at >= 0 && theirs[at]! > ours[at]!;
}

/** The last minor version whose data a version can use. */
export function nextMinor(own = VERSION): string {
  const [major, minor] = numbersOf(own)!;
  return `${major}.${minor + 1}`;
}
