import type { UpdateEvalSuite } from '@assay/contract/areas/suites/documents';
import { conflict, notFound, type Problem } from '@assay/contract/problem';
import { executionConfigFault, patchedSuite, patchedSettingsFault } from './suite-patch.ts';
import type { StoredSuite } from './suite-record.ts';
import { refuseFault } from '@assay/contract/fault';

/**
 * Refuses an impossible patch: first for its settings, then its clients, its execution configuration and its
 * environments. Projects have no environments and no clients yet, so a patch can name none.
 */
export function assertPatchable(suite: StoredSuite, patch: UpdateEvalSuite): void {
  const { environment, environmentIds, hosts, expectedRevision, expectedRevisionNumber = expectedRevision } = patch;
  if (expectedRevisionNumber !== undefined && expectedRevisionNumber !== suite.revision) throw staleSuiteProblem(suite);
  const { body } = patchedSuite(suite, patch, undefined);
  refuseFault(patchedSettingsFault(body, patch));
  if (hosts && hosts.length > 0) throw notFound('client', { host: hosts[0]!.host });
  refuseFault(executionConfigFault(body, patch));
  if (environment?.computerEnvironment)
    throw notFound('computer environment', { computerEnvironment: environment.computerEnvironment });
  if (environmentIds) throw notFound('environment', { environmentId: environmentIds[0] });
}

export const staleSuiteProblem = ({ revision }: StoredSuite): Problem =>
  conflict('The suite changed since it was read.', { currentRevisionNumber: revision });
