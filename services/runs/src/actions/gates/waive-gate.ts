import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { waiverRecord, type StoredWaiver } from '../../domain/gates/gate-waiver.ts';
import { insertWaiver, listWaivers, type NewWaiver } from '../../store/gates/gate-waivers.ts';
import { lockRun } from '../../store/eval-runs/run-life.ts';

/**
 * Writes a waiver, unless one is in force: then it returns that one. Concurrent requests are serialized. Undefined when
 * the run is gone.
 */
export function waiveGate(
  pool: Pool,
  waiver: NewWaiver,
): Promise<{ status: 'created' | 'conflict'; waiver: StoredWaiver } | undefined> {
  return transaction(pool, async (tx) => {
    if (!(await lockRun(tx, waiver.runId))) return undefined;
    const active = (await listWaivers(tx, waiver.runId)).find((each) => each.active);
    if (active) return { status: 'conflict', waiver: active };
    await insertWaiver(tx, waiver);
    const created = (await listWaivers(tx, waiver.runId)).find(({ id }) => id === waiver.id)!;
    await audit(tx, { target: { runId: waiver.runId, waiverId: waiver.id }, after: waiverRecord(created) });
    return { status: 'created', waiver: created };
  });
}
