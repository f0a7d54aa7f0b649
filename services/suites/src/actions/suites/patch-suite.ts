import type { EvalSuiteDetail } from '@assay/contract/areas/suites/documents';
import type { UpdateEvalSuite } from '@assay/contract/areas/suites/requests';
import { isDuplicate, transaction, type Db, type Pool } from '@assay/kit/postgres/db';
import { removalFault } from '../../domain/suites/server-removal.ts';
import { patchedSuite } from '../../domain/suites/suite-patch.ts';
import {
  assertSettingsPatchable,
  executionProblem,
  staleRevision,
  staleSuiteProblem,
} from '../../domain/suites/patchable.ts';
import { nameTaken } from '../../domain/refusals.ts';
import { refuseFault } from '@assay/contract/fault';
import type { NamedServer } from '../../domain/suites/named-server.ts';
import type { SuiteTargets } from '../../domain/suites/suite-targets.ts';
import { repinSchedule } from '../schedules/repin-schedule.ts';
import type { StoredSuite } from '../../domain/suites/suite-record.ts';
import { listSuiteChanges } from '../../store/cases/case-changes.ts';
import { listCases } from '../../store/cases/cases.ts';
import { detailOf } from './suite-detail.ts';
import { claimWritable, type WriteTarget } from './writable-suite.ts';
import { reviseSuite } from './revise-suite.ts';

/** The servers of a suite before and after a change. */
export interface ServerChange {
  before: NamedServer[];
  after: NamedServer[];
}

/** The changes of a patch that other services were asked about, of the suite in the revision that was read. */
export interface ResolvedChange {
  revision: number;
  servers: ServerChange | undefined;
  targets: SuiteTargets | undefined;
}

/** Applies a patch to a suite. Throws NOT_FOUND, CONFLICT or VALIDATION_ERROR. */
export function patchSuite(
  pool: Pool,
  target: WriteTarget,
  patch: UpdateEvalSuite,
  { revision, servers, targets }: ResolvedChange,
  userId: string | undefined,
): Promise<EvalSuiteDetail> {
  return transaction(pool, async (tx) => {
    const suite = await claimWritable(tx, target);
    await assertPresent(tx, suite, patch);
    assertSettingsPatchable(suite, patch);
    const refusal = executionProblem(suite, patch);
    if (refusal) throw refusal;
    // The removed servers and the reserved targets were computed from the revision that was read.
    if ((servers || targets) && suite.revision !== revision) throw staleSuiteProblem(suite);
    const next = patchedSuite(
      suite,
      patch,
      servers?.after.map(({ id }) => id),
      targets,
    );
    if (targets) await repinSchedule(tx, suite.id, targets);
    const removed = servers ? removedNames(servers) : [];
    if (removed.length > 0) refuseFault(removalFault(await listCases(tx, suite.id), removed));
    return detailOf(tx, await reviseSuite(tx, suite, next, userId));
  }).catch((error: unknown) => {
    throw isDuplicate(error) ? nameTaken(patch.name!) : error;
  });
}

/** @throws CONFLICT with the changes since, when the patch is of an older revision. */
export async function assertPresent(db: Db, suite: StoredSuite, patch: UpdateEvalSuite): Promise<void> {
  const stale = staleRevision(suite, patch);
  if (stale !== undefined) throw staleSuiteProblem(suite, await listSuiteChanges(db, suite.id, stale));
}

/** A suite without servers of its own takes the servers of each run, so it loses none. */
export const removedNames = ({ before, after }: ServerChange): string[] =>
  after.length === 0 ? [] : before.filter(({ id }) => !after.some((left) => left.id === id)).map(({ name }) => name);
