import { memoize } from '@assay/kit/concurrency/memoize';
import type { Db } from '@assay/kit/postgres/db';
import { observe } from '@assay/kit/telemetry/metric';
import { budgetReservations } from './metrics.ts';
import { countReservations } from '../store/budgets/model-calls.ts';

/** Reservations are counted at most this often, in milliseconds, however many collectors ask. */
const FRESH_MS = 5_000;

/** Reports the calls of models that hold an amount of budgets. */
export function observeReservations(db: Db): { stop(): Promise<void> } {
  const count = memoize(() => countReservations(db), { max: 1, ttlMs: () => FRESH_MS });
  const observed = observe([budgetReservations], async (give) => give(budgetReservations, await count(''), {}));
  return { stop: async () => observed.stop() };
}
