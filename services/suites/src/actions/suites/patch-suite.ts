import type { EvalSuiteDetail, UpdateEvalSuite } from '@assay/contract/areas/suites/documents';
import { isDuplicate, transaction, type Pool } from '@assay/kit/postgres/db';
import { removalFault } from '../../domain/suites/server-removal.ts';
import { patchedSuite } from '../../domain/suites/suite-patch.ts';
import { assertPatchable, staleSuiteProblem } from '../../domain/suites/patchable.ts';
import { nameTaken } from '../../domain/refusals.ts';
import { refuseFault } from '@assay/contract/fault';
import type { NamedServer } from '../../domain/suites/named-server.ts';
import { listCases } from '../../store/cases/cases.ts';
import { detailOf } from './suite-detail.ts';
import { claimWritable, type WriteTarget } from './writable-suite.ts';
import { reviseSuite } from './revise-suite.ts';

/** The servers of a suite in the revision that was read, and after the change. */
export interface ServerChange {
  revision: number;
  before: NamedServer[];
  after: NamedServer[];
}

/** Applies a patch to a suite. Throws NOT_FOUND, CONFLICT or VALIDATION_ERROR. */
export function patchSuite(
  pool: Pool,
  target: WriteTarget,
  patch: UpdateEvalSuite,
  servers: ServerChange | undefined,
  userId: string | undefined,
): Promise<EvalSuiteDetail> {
  return transaction(pool, async (tx) => {
    const suite = await claimWritable(tx, target);
    assertPatchable(suite, patch);
    // The removed servers were computed from the revision that was read.
    if (servers && suite.revision !== servers.revision) throw staleSuiteProblem(suite);
    const next = patchedSuite(
      suite,
      patch,
      servers?.after.map(({ id }) => id),
    );
    const removed = servers ? removedNames(servers) : [];
    if (removed.length > 0) refuseFault(removalFault(await listCases(tx, suite.id), removed));
    return detailOf(tx, await reviseSuite(tx, suite, next, userId));
  }).catch((error: unknown) => {
    throw isDuplicate(error) ? nameTaken(patch.name!) : error;
  });
}

/** A suite without servers of its own takes the servers of each run, so it loses none. */
const removedNames = ({ before, after }: ServerChange): string[] =>
  after.length === 0 ? [] : before.filter(({ id }) => !after.some((left) => left.id === id)).map(({ name }) => name);
