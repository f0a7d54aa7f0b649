import { memoize } from '@assay/kit/concurrency/memoize';
import type { Db } from '@assay/kit/postgres/db';
import { observe } from '@assay/kit/telemetry/metric';
import { listOpenWork } from '../queue/open-work.ts';
import { workHeld, workOldestAge, workWaiting } from './metrics.ts';

/** Open work is counted at most this often, in milliseconds, however many collectors ask. */
const FRESH_MS = 5_000;
const NONE = { labels: [] as string[], waiting: 0, held: 0, oldestAgeSeconds: 0 };

/**
 * Reports the open work of a service. Kinds without open work are reported as zero, so that an autoscaler can tell that there
 * is nothing to do from missing metrics.
 */
export function observeOpenWork(db: Db, kinds: readonly string[]): { stop(): void } {
  const look = memoize(() => listOpenWork(db), { max: 1, ttlMs: () => FRESH_MS });
  return observe([workWaiting, workHeld, workOldestAge], async (give) => {
    const open = await look('');
    const isOpen = (kind: string) => open.some((each) => each.kind === kind && each.labels.length === 0);
    const idle = kinds.filter((kind) => !isOpen(kind)).map((kind) => ({ kind, ...NONE }));
    for (const { kind, labels, waiting, held, oldestAgeSeconds } of [...open, ...idle]) {
      const of = { kind, labels: labels.join(',') };
      give(workWaiting, waiting, of);
      give(workHeld, held, of);
      give(workOldestAge, oldestAgeSeconds, of);
    }
  });
}
