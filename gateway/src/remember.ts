import { LRUCache } from 'lru-cache';

export interface Memory<V> {
  /** Entries; the least recently used goes first. */
  max: number;
  /** How long an answer is good for, in milliseconds. */
  ttlMs(answer: V): number;
  /** Milliseconds on a clock that never goes back. */
  now?: () => number;
}

/**
 * Remembers what `look` answers. Who asks for the same key while it is being looked up shares that one look-up; a look-up
 * that throws is thrown to all of them and not remembered. An answer at hand comes back without a promise.
 */
export function remember<V extends object>(look: (key: string) => Promise<V>, { max, ttlMs, now = () => performance.now() }: Memory<V>): (key: string) => V | Promise<V> {
  const answers = new LRUCache<string, V>({
    // The time that counts is set with each answer; 1 only switches times on.
    max, ttl: 1, ttlResolution: 0, perf: { now }, ignoreFetchAbort: true,
    fetchMethod: async (key, _stale, { options }) => {
      const answer = await look(key);
      options.ttl = ttlMs(answer);
      return answer;
    },
  });
  return (key) => answers.get(key) ?? answers.fetch(key) as Promise<V>;
}
