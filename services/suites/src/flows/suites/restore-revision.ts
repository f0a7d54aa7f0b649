import type { EvalSuiteDetail } from '@assay/contract/areas/suites/documents';
import { notFound } from '@assay/contract/problem';
import { restoreSuite } from '../../actions/suites/restore-suite.ts';
import type { WriteTarget } from '../../actions/suites/writable-suite.ts';
import type { Deps } from '../../deps.ts';
import { assertStillPinned } from '../../domain/schedules/environment-pin.ts';
import { assertWritable } from '../../domain/suites/file-ownership.ts';
import { staleSuiteProblem } from '../../domain/suites/patchable.ts';
import { findSchedule } from '../../store/schedules/schedules.ts';
import { findRevision } from '../../store/suites/revisions.ts';
import { findSuite } from '../../store/suites/suites.ts';
import { requiredServers, serversOf } from '../servers/resolve-servers.ts';
import { reserveTargets, settlingTargets } from './attach-targets.ts';

/**
 * Gives a suite the name and settings of an earlier revision, all of them or nothing.
 * @throws NOT_FOUND for a suite, a revision, an environment or a client that is not there, CONFLICT when the suite
 * changed or belongs to a file, VALIDATION_ERROR for a server that is not saved or that cases name.
 */
export async function restoreRevision(
  deps: Deps,
  target: WriteTarget,
  { revision, expectedRevision }: { revision: number; expectedRevision: number | undefined },
  userId: string | undefined,
): Promise<EvalSuiteDetail> {
  const { pool, catalog } = deps;
  const suite = await findSuite(pool, target.projectId, target.suiteId);
  if (!suite) throw notFound('suite');
  assertWritable(suite, target.declaredSuiteId);
  if (expectedRevision !== undefined && expectedRevision !== suite.revision) throw staleSuiteProblem(suite);
  const earlier = Number.isInteger(revision) ? await findRevision(pool, suite.id, revision) : undefined;
  if (!earlier) throw notFound('revision');
  const { environmentIds = [], hosts = [], serverIds } = earlier.body;
  if (environmentIds.length > 0) assertStillPinned(await findSchedule(pool, suite.id), environmentIds);
  return settlingTargets(deps, suite, async () => {
    const [before, after] = await Promise.all([
      serversOf(catalog, suite.projectId, suite.body.serverIds),
      requiredServers(catalog, suite.projectId, serverIds, '/environment/servers', true),
    ]);
    const wanted = hosts.map(({ id, servers }) => ({ host: id, ...(servers && { servers }) }));
    const targets = await reserveTargets(deps, suite, { environmentIds, hosts: wanted }, after);
    return restoreSuite(
      pool,
      target,
      earlier,
      { revision: suite.revision, servers: { before, after }, targets },
      userId,
    );
  });
}
