import { updateEvalSuite as operation } from '@assay/contract/operations/suites';
import type { UpdateEvalSuite } from '@assay/contract/documents/suite';
import { conflict, notFound } from '@assay/contract/problem';
import { isDuplicate, transaction } from '@assay/kit/db';
import { handle } from '@assay/kit/handle';
import { reviseSuite } from '../actions/revise-suite.ts';
import type { Deps } from '../deps.ts';
import { removalFault } from '../domain/server-removal.ts';
import type { StoredSuite } from '../domain/suite-record.ts';
import { executionConfigFault, patched, patchedSettingsFault, patchFault } from '../domain/suite-patch.ts';
import { assertWritable } from '../owned.ts';
import { nameTaken, refuse } from '../refusals.ts';
import { requiredServers, serversOf } from '../servers.ts';
import { listCases } from '../store/cases.ts';
import { claimSuite, findSuite } from '../store/suites.ts';
import { detailOf } from '../suite-detail.ts';

export const updateSuite = ({ pool, catalog }: Deps) =>
  handle(operation, async ({ userId }, { projectId, suiteId, declaredSuiteId }, patch) => {
    refuse(patchFault(patch));
    const found = await findSuite(pool, projectId, suiteId);
    if (!found) throw notFound('suite');
    assertWritable(found, declaredSuiteId);
    assertPatchable(found, patch);
    const wanted = patch.environment?.servers;
    const [before, after] = wanted
      ? await Promise.all([serversOf(catalog, projectId, found.body.serverIds), requiredServers(catalog, projectId, wanted, '/environment/servers', true)])
      : [[], undefined];

    return transaction(pool, async (tx) => {
      const suite = await claimSuite(tx, projectId, suiteId);
      if (!suite) throw notFound('suite');
      assertWritable(suite, declaredSuiteId);
      assertPatchable(suite, patch);
      // What servers it loses was told from the revision that was read.
      if (after && suite.revision !== found.revision) throw stale(suite);
      const next = patched(suite, patch, after?.map(({ id }) => id));
      // A suite without servers of its own leaves them to each run.
      const left = next.body.serverIds;
      const removed = left.length === 0 ? [] : before.filter(({ id }) => !left.includes(id)).map(({ name }) => name);
      if (removed.length > 0) refuse(removalFault(await listCases(tx, suiteId), removed));
      return detailOf(tx, await reviseSuite(tx, suite, next, userId));
    }).catch((error: unknown) => { throw isDuplicate(error) ? nameTaken(patch.name!) : error; });
  });

/**
 * Refuses what the suite cannot become: first for its settings, then its clients, its execution configuration and its
 * environments. Projects have no environments and no clients yet, so none can be named.
 */
function assertPatchable(suite: StoredSuite, patch: UpdateEvalSuite): void {
  const { environment, environmentIds, hosts, expectedRevision, expectedRevisionNumber = expectedRevision } = patch;
  if (expectedRevisionNumber !== undefined && expectedRevisionNumber !== suite.revision) throw stale(suite);
  const { body } = patched(suite, patch, undefined);
  refuse(patchedSettingsFault(body, patch));
  if (hosts && hosts.length > 0) throw notFound('client', { host: hosts[0]!.host });
  refuse(executionConfigFault(body, patch));
  if (environment?.computerEnvironment) throw notFound('computer environment', { computerEnvironment: environment.computerEnvironment });
  if (environmentIds) throw notFound('environment', { environmentId: environmentIds[0] });
}

const stale = ({ revision }: StoredSuite) => conflict('The suite changed since it was read.', { currentRevisionNumber: revision });
