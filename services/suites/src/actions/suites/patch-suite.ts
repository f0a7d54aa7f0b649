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

/** The servers that a suite had in the revision that was read, and those that it is to have. */
export interface ServerChange {
  revision: number;
  before: NamedServer[];
  after: NamedServer[];
}

/** Gives a suite what a patch says. NOT_FOUND, CONFLICT or VALIDATION_ERROR say why not. */
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
    // What servers it loses was told from the revision that was read.
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

/** A suite without servers of its own leaves them to each run, and loses none. */
const removedNames = ({ before, after }: ServerChange): string[] =>
  after.length === 0 ? [] : before.filter(({ id }) => !after.some((left) => left.id === id)).map(({ name }) => name);
