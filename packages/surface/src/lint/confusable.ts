import { hash } from 'node:crypto';
import { listFirst } from '../list-first.ts';

/** Longer names are a finding of another rule. */
const MAX_LENGTH = 64;
/** Shorter names often differ by one letter. */
const MIN_LENGTH = 6;
const MAX_BUCKET = 50;
/** Above this number of names, only look-alikes are reported, not names that differ by a letter. */
const MAX_NAMES = 2_000;

/** Letters of other scripts, and digits, that look like Latin letters. */
const LOOKALIKES: Record<string, string> = {
  а: 'a',
  в: 'b',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  һ: 'h',
  і: 'i',
  ј: 'j',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  ѕ: 's',
  т: 't',
  у: 'y',
  х: 'x',
  α: 'a',
  ε: 'e',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  0: 'o',
  1: 'l',
  ı: 'i',
};

/** A name with case, separators and look-alikes normalized. */
const skeleton = (name: string): string =>
  Array.from(name.normalize('NFKC').toLowerCase())
    .map((character) => LOOKALIKES[character] ?? character)
    .join('')
    .replace(/[\s._\-\p{Cf}]/gu, '')
    .slice(0, MAX_LENGTH);

/** Each confusable name with the names that it is confused with. Takes time linear in the number of names. */
export function confusableNames(all: readonly string[]): { name: string; others: string }[] {
  const names = [...new Set(all)].filter(({ length }) => length > 0 && length <= MAX_LENGTH);
  const skeletons = new Map(names.map((name) => [name, skeleton(name)]));
  const buckets = new Map<string, string[]>();
  const put = (key: string, name: string) => {
    const bucket = buckets.get(key);
    if (!bucket) buckets.set(key, [name]);
    else if (bucket.length < MAX_BUCKET && bucket.at(-1) !== name) bucket.push(name);
  };
  // Two names that differ by one letter agree after removing a letter from one of them, or from both.
  for (const [name, text] of skeletons) {
    put(hash('sha1', text), name);
    if (text.length >= MIN_LENGTH && names.length <= MAX_NAMES)
      for (let i = 0; i < text.length; i++) put(hash('sha1', text.slice(0, i) + text.slice(i + 1)), name);
  }
  const confused = new Map<string, Set<string>>();
  for (const bucket of buckets.values()) {
    for (const a of bucket) {
      for (const b of bucket)
        if (a !== b && areClose(skeletons.get(a)!, skeletons.get(b)!, a, b))
          (confused.get(a) ?? confused.set(a, new Set()).get(a)!).add(b);
    }
  }
  return [...confused].map(([name, others]) => ({ name, others: listFirst([...others].sort()) }));
}

/** Whether two names differ by one letter. Numbers and pairs of get and set are intended differences. */
function areClose(x: string, y: string, a: string, b: string): boolean {
  if (x === y) return !isIntended(a, b);
  if (Math.abs(x.length - y.length) > 1 || Math.min(x.length, y.length) < MIN_LENGTH || isIntended(a, b)) return false;
  let start = 0;
  while (start < x.length && x[start] === y[start]) start++;
  const [restX, restY] = [x.slice(start), y.slice(start)];
  return restX.slice(1) === restY.slice(1) || restX.slice(1) === restY || restX === restY.slice(1);
}

const isIntended = (a: string, b: string): boolean => a !== b && neutral(a) === neutral(b);
/** A name with its numbers, and a leading get or set, normalized. */
const neutral = (name: string): string => name.replaceAll(/\d+/g, '#').replace(/^(?:[gs]et|[GS]et)(?![a-z])/, 'get');
