import { outcomeUnknown, Problem } from '@assay/contract/problem';
import { auditor } from './audit.ts';
import type { AuditedChange } from './change.ts';
import type { Pool } from '../postgres/db.ts';
import type { Logger } from '../log.ts';

/**
 * Runs `effect`, which reaches outside of the platform and cannot be rolled back, between two entries of the audit log:
 * `started` before it, `done` or `failed` after it. Without the first entry nothing is done, and the request can be
 * repeated. A failure to write the second one never hides the result.
 * @throws Problem of the effect. Any other error reads OUTCOME_UNKNOWN: a retry could repeat the effect.
 */
export async function auditEffect<T>(
  { pool, log }: { pool: Pool; log: Logger },
  change: Omit<AuditedChange, 'outcome'>,
  effect: () => Promise<T>,
): Promise<T> {
  const note = auditor(pool);
  await note({ ...change, outcome: 'started' });
  const end = (outcome: 'done' | 'failed') =>
    void note({ ...change, outcome }).catch((error: unknown) =>
      log.error({ err: error, target: change.target, outcome }, 'the outcome of an effect is missing in the audit log'),
    );
  try {
    const result = await effect();
    end('done');
    return result;
  } catch (error) {
    end('failed');
    if (error instanceof Problem) throw error;
    log.error({ err: error, target: change.target }, 'an effect ended without an outcome');
    throw outcomeUnknown();
  }
}
