import type { EvalSuiteDetail } from '@assay/contract/areas/suites/documents';
import { refuseFault } from '@assay/contract/fault';
import { isDuplicate, transaction, type Pool } from '@assay/kit/postgres/db';
import { nameTaken } from '../../domain/refusals.ts';
import { staleSuiteProblem } from '../../domain/suites/patchable.ts';
import { removalFault } from '../../domain/suites/server-removal.ts';
import type { StoredSuite } from '../../domain/suites/suite-record.ts';
import { listCases } from '../../store/cases/cases.ts';
import { repinSchedule } from '../schedules/repin-schedule.ts';
import { removedNames, type ResolvedChange } from './patch-suite.ts';
import { reviseSuite } from './revise-suite.ts';
import { detailOf } from './suite-detail.ts';
import { claimWritable, type WriteTarget } from './writable-suite.ts';

/** Writes an earlier state of a suite as a new revision, with the targets that were reserved for it. */
export function restoreSuite(
  pool: Pool,
  target: WriteTarget,
  { name, body }: Pick<StoredSuite, 'name' | 'body'>,
  { revision, servers, targets }: Required<{ [K in keyof ResolvedChange]: NonNullable<ResolvedChange[K]> }>,
  userId: string | undefined,
): Promise<EvalSuiteDetail> {
  return transaction(pool, async (tx) => {
    const suite = await claimWritable(tx, target);
    if (suite.revision !== revision) throw staleSuiteProblem(suite);
    await repinSchedule(tx, suite.id, targets);
    const removed = removedNames(servers);
    if (removed.length > 0) refuseFault(removalFault(await listCases(tx, suite.id), removed));
    const { environmentIds: _environmentIds, hosts: _hosts, ...settings } = body;
    const next = { name, body: { ...settings, ...targets } };
    return detailOf(tx, await reviseSuite(tx, suite, next, userId));
  }).catch((error: unknown) => {
    throw isDuplicate(error) ? nameTaken(name) : error;
  });
}
