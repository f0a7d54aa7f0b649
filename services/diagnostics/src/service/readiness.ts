import { ReadinessService } from '@assay/contract/gen/assay/v1/readiness';
import { notYet } from '@assay/kit/not-yet';
import { implement, type Implementation } from '@assay/kit/serve';
import type { Deps } from '../deps.ts';

/** Grades servers against what the publishers of directories ask for. */
export const readiness = (_deps: Deps): Implementation[] => [implement(ReadinessService, {
  startClaudeReadinessRun: notYet,
  startOpenaiReadinessRun: notYet,
  listReadinessRuns: notYet,
  getReadinessRun: notYet,
  cancelReadinessRun: notYet,
  getReadinessReport: notYet,
})];
