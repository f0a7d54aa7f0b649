import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { patchSuite, type ServerChange } from '../../actions/suites/patch-suite.ts';
import type { Deps } from '../../deps.ts';
import type { StoredSuite } from '../../domain/suites/suite-record.ts';
import { patchFault } from '../../domain/suites/suite-patch.ts';
import { assertWritable } from '../../domain/suites/file-ownership.ts';
import { assertPatchable } from '../../domain/suites/patchable.ts';
import { refuseFault } from '@assay/contract/fault';
import { requiredServers, serversOf } from '../../flows/servers/resolve-servers.ts';
import { findSuite } from '../../store/suites/suites.ts';

export const updateEvalSuite = ({ pool, catalog }: Deps) =>
  handle(operations.updateEvalSuite, async ({ userId }, target, patch) => {
    refuseFault(patchFault(patch));
    const found = await findSuite(pool, target.projectId, target.suiteId);
    if (!found) throw notFound('suite');
    assertWritable(found, target.declaredSuiteId);
    assertPatchable(found, patch);
    return patchSuite(pool, target, patch, await serverChange(catalog, found, patch.environment?.servers), userId);
  });

/** Read before the transaction, which must not wait for another service. */
async function serverChange(
  catalog: Deps['catalog'],
  { projectId, revision, body }: StoredSuite,
  wanted: string[] | undefined,
): Promise<ServerChange | undefined> {
  if (!wanted) return undefined;
  const [before, after] = await Promise.all([
    serversOf(catalog, projectId, body.serverIds),
    requiredServers(catalog, projectId, wanted, '/environment/servers', true),
  ]);
  return { revision, before, after };
}
