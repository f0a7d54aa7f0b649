import { LRUCache } from 'lru-cache';

interface Memory<V> {
  /** Entries; the least recently used goes first. */
  max: number;
  /** Answers of which anybody may cause any number: they are kept apart, so that they push out no others. */
  isCheap?(answer: V): boolean;
  /** How long from the start of its look-up an answer is good for, in milliseconds. */
  ttlMs(answer: V): number;
  /** Answers of another era than this one are not believed, and while there is none a look-up is good for half a second. One era for ever when absent. */
  era?(): number | undefined;
  /** Milliseconds on a clock that never goes back. */
  now?: () => number;
}

interface Known<V> {
  answer: V;
  era: number | undefined;
  until: number;
}
interface Asked<V> {
  answer: Promise<V>;
  era: number | undefined;
  until: number;
}

/** How long from its start a look-up is shared and remembered while it cannot be told whether it still holds, in milliseconds. */
const NO_ERA_MS = 500;

/**
 * Remembers what `look` answers. Who asks for the same key while it is being looked up shares that one look-up; a look-up
 * that throws is thrown to all of them and not remembered. An answer belongs to the era in which its look-up began, also
 * when another one has begun since. An answer at hand comes back without a promise. `asStranger` is called, and may throw,
 * before a key is looked up that has never had another answer than a cheap one.
 */
export function lookupCache<V>(
  look: (key: string) => Promise<V>,
  { max, ttlMs, isCheap = () => false, era = () => 0, now = () => performance.now() }: Memory<V>,
): (key: string, asStranger?: () => void) => V | Promise<V> {
  const [answers, cheap] = [new LRUCache<string, Known<V>>({ max }), new LRUCache<string, Known<V>>({ max })];
  const asked = new Map<string, Asked<V>>();

  const keep = (key: string, known: Known<V>): void => {
    const [here, notHere] = isCheap(known.answer) ? [cheap, answers] : [answers, cheap];
    here.set(key, known);
    notHere.delete(key);
  };
  const ask = (key: string, begun: number | undefined): Promise<V> => {
    const at = now();
    const mine: Asked<V> = { answer: look(key), era: begun, until: begun === undefined ? at + NO_ERA_MS : Infinity };
    asked.set(key, mine);
    const over = () => {
      if (asked.get(key) === mine) asked.delete(key);
    };
    mine.answer.then((answer) => {
      if (asked.get(key) === mine) keep(key, { answer, era: begun, until: Math.min(at + ttlMs(answer), mine.until) });
      over();
    }, over);
    return mine.answer;
  };

  return (key, asStranger) => {
    const current = era();
    const met = answers.get(key);
    const known = met ?? cheap.get(key);
    if (known && known.era === current && now() < known.until) return known.answer;
    const pending = asked.get(key);
    if (pending && pending.era === current && now() < pending.until) return pending.answer;
    if (!met) asStranger?.();
    return ask(key, current);
  };
}
