import { LRUCache } from 'lru-cache';
import type { Logger } from '../log.ts';

/** A refusal of one peer for one reason is logged once in this time, in milliseconds. */
const AGAIN_MS = 60_000;
const MAX_REMEMBERED = 1_000;

/** Makes the function that logs refusals: each peer and reason once a minute, with the number of refusals since. */
export function refusalLog(
  log: Logger,
  message: string,
): (peer: string, reason: string, details?: Record<string, unknown>) => void {
  const recent = new LRUCache<string, { since: number; refused: number }>({ max: MAX_REMEMBERED });
  return (peer, reason, details = {}) => {
    const name = `${peer} ${reason}`;
    const known = recent.get(name);
    if (known) known.refused++;
    if (known && performance.now() - known.since < AGAIN_MS) return;
    recent.set(name, { since: performance.now(), refused: 0 });
    log.warn({ ...details, peer, reason, refused: known?.refused ?? 1 }, message);
  };
}
