import type { UpdateEvalSuite } from '@assay/contract/areas/suites/requests';
import { conflict, notFound, type Problem } from '@assay/contract/problem';
import { changesRecord, type Change } from '../changes.ts';
import { executionConfigFault, patchedSuite, patchedSettingsFault } from './suite-patch.ts';
import type { StoredSuite } from './suite-record.ts';
import { faultProblem, refuseFault } from '@assay/contract/fault';

/** The revision that a patch expects, if the suite has another one now. */
export function staleRevision(
  { revision }: StoredSuite,
  { expectedRevision, expectedRevisionNumber = expectedRevision }: UpdateEvalSuite,
): number | undefined {
  return expectedRevisionNumber === revision ? undefined : expectedRevisionNumber;
}

/** Refuses a patch with impossible settings. */
export function assertSettingsPatchable(suite: StoredSuite, patch: UpdateEvalSuite): void {
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

/** The refusal of a patch of an older revision, with the changes since. */
export const staleSuiteProblem = ({ revision }: StoredSuite, changes: readonly Change[] = []): Problem =>
  conflict('The suite changed since it was read.', {
    currentRevisionNumber: revision,
    changes: changesRecord(changes),
  });
