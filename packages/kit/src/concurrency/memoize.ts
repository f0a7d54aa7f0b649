import { LRUCache } from 'lru-cache';

interface Memory<V> {
  /** Entries; the least recently used goes first. */
  max: number;
  /** Answers that a caller can cause in any number: they are kept apart, so that they evict no others. */
  isCheap?(answer: V): boolean;
  /** How long from the start of its look-up an answer is good for, in milliseconds; for ever when absent. */
  ttlMs?(answer: V): number;
  /** Answers of another version than this one are stale, and while there is none a look-up is good for half a second. One version for ever when absent. */
  version?(): number | undefined;
  /** Milliseconds on a clock that never goes back. */
  now?: () => number;
}

interface Known<V> {
  answer: V;
  version: number | undefined;
  until: number;
}
interface Asked<V> {
  answer: Promise<V>;
  version: number | undefined;
  until: number;
}

/** How long from its start a look-up is shared and kept while there is no version to tell whether it still holds, in milliseconds. */
const NO_VERSION_MS = 500;

/**
 * A cache with single flight: keeps what `look` answers, and callers that ask for a key while it is being looked up share
 * that one look-up. A look-up that throws is thrown to all of them and not kept. An answer belongs to the version in which
 * its look-up began, also when another one has begun since. An answer at hand comes back without a promise.
 * `beforeFirst` is called, and may throw, before a key is looked up that has never had another answer than a cheap one.
 */
export function memoize<V>(
  look: (key: string) => Promise<V>,
  { max, ttlMs = () => Infinity, isCheap = () => false, version = () => 0, now = () => performance.now() }: Memory<V>,
): (key: string, beforeFirst?: () => void) => V | Promise<V> {
  const [answers, cheap] = [new LRUCache<string, Known<V>>({ max }), new LRUCache<string, Known<V>>({ max })];
  const asked = new Map<string, Asked<V>>();

  const keep = (key: string, known: Known<V>): void => {
    const [here, notHere] = isCheap(known.answer) ? [cheap, answers] : [answers, cheap];
    here.set(key, known);
    notHere.delete(key);
  };
  const ask = (key: string, begun: number | undefined): Promise<V> => {
    const at = now();
    const until = begun === undefined ? at + NO_VERSION_MS : Infinity;
    const mine: Asked<V> = { answer: look(key), version: begun, until };
    asked.set(key, mine);
    const over = () => {
      if (asked.get(key) === mine) asked.delete(key);
    };
    mine.answer.then((answer) => {
      if (asked.get(key) === mine) keep(key, { answer, version: begun, until: Math.min(at + ttlMs(answer), until) });
      over();
    }, over);
    return mine.answer;
  };

  return (key, beforeFirst) => {
    const current = version();
    const met = answers.get(key);
    const known = met ?? cheap.get(key);
    if (known && known.version === current && now() < known.until) return known.answer;
    const pending = asked.get(key);
    if (pending && pending.version === current && now() < pending.until) return pending.answer;
    if (!met) beforeFirst?.();
    return ask(key, current);
  };
}
