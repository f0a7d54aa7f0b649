import type { UpdateEvalSuite } from '@assay/contract/areas/suites/documents';
import { conflict, notFound, type Problem } from '@assay/contract/problem';
import { executionConfigFault, patchedSuite, patchedSettingsFault } from './suite-patch.ts';
import type { StoredSuite } from './suite-record.ts';
import { faultProblem, refuseFault } from '@assay/contract/fault';

/** Refuses a patch of another revision, or with impossible settings. */
export function assertSettingsPatchable(suite: StoredSuite, patch: UpdateEvalSuite): void {
  const { expectedRevision, expectedRevisionNumber = expectedRevision } = patch;
  if (expectedRevisionNumber !== undefined && expectedRevisionNumber !== suite.revision) throw staleSuiteProblem(suite);
  const { body } = patchedSuite(suite, patch);
  refuseFault(patchedSettingsFault(body, patch));
}

/** Why a patch of the execution configuration, or else of the computer environment, is impossible. */
export function executionProblem(suite: StoredSuite, patch: UpdateEvalSuite): Problem | undefined {
  const { body } = patchedSuite(suite, patch);
  const fault = executionConfigFault(body, patch);
  const { computerEnvironment } = patch.environment ?? {};
  if (fault) return faultProblem(fault);
  return computerEnvironment ? notFound('computer environment', { computerEnvironment }) : undefined;
}

export const staleSuiteProblem = ({ revision }: StoredSuite): Problem =>
  conflict('The suite changed since it was read.', { currentRevisionNumber: revision });
