import type { EvalRun } from '@assay/contract/documents/run';
import type { Db } from '@assay/kit/db';
import { waiverRecord } from './domain/gate-waiver.ts';
import type { Run } from './domain/run.ts';
import { listWaivers } from './store/gate-waivers.ts';

/** The waiver of a run's gate that is in force. */
export async function waiverOf(db: Db, { id }: Run): Promise<Pick<EvalRun, 'gateWaiver'>> {
  const waiver = (await listWaivers(db, id)).find(({ active }) => active);
  return waiver ? { gateWaiver: waiverRecord(waiver) } : {};
}
