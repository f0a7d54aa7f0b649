import type { EvalRun } from '@assay/contract/areas/eval-runs/documents';
import type { Db } from '@assay/kit/postgres/db';
import { waiverRecord } from '../../domain/gates/gate-waiver.ts';
import type { Run, RunDetails } from '../../domain/eval-runs/run.ts';
import { listWaivers } from '../../store/gates/gate-waivers.ts';

/** The waiver in force of a run's gate. */
export async function waiverOf(db: Db, { id, hasWaivers }: Run & RunDetails): Promise<Pick<EvalRun, 'gateWaiver'>> {
  if (!hasWaivers) return {};
  const waiver = (await listWaivers(db, id)).find(({ active }) => active);
  return waiver ? { gateWaiver: waiverRecord(waiver) } : {};
}
