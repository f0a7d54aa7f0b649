import type { EvalRun } from '@assay/contract/documents/run';
import type { Db } from '@assay/kit/db';
import { waiverRecord } from './domain/gate-waiver.ts';
import type { Run, RunDetails } from './domain/run.ts';
import { listWaivers } from './store/gate-waivers.ts';

/** The waiver of a run's gate that is in force. */
export async function waiverOf(db: Db, { id, hasWaivers }: Run & RunDetails): Promise<Pick<EvalRun, 'gateWaiver'>> {
  if (!hasWaivers) return {};
  const waiver = (await listWaivers(db, id)).find(({ active }) => active);
  return waiver ? { gateWaiver: waiverRecord(waiver) } : {};
}
