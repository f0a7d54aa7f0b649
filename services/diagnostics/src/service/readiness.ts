import { ReadinessService } from '@assay/contract/gen/assay/v1/readiness';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import type { Deps } from '../deps.ts';
import { cancelReadinessRun } from '../rpc/readiness/cancel-readiness-run.ts';
import { getReadinessReport } from '../rpc/readiness/get-readiness-report.ts';
import { getReadinessRun } from '../rpc/readiness/get-readiness-run.ts';
import { listReadinessRuns } from '../rpc/readiness/list-readiness-runs.ts';
import { startClaudeReadinessRun, startOpenaiReadinessRun } from '../flows/readiness/start-readiness-run.ts';

/** Grades servers against what the publishers of directories ask for. */
export const readiness = (deps: Deps): Implementation[] => [
  implement(ReadinessService, {
    startClaudeReadinessRun: startClaudeReadinessRun(deps),
    startOpenaiReadinessRun: startOpenaiReadinessRun(deps),
    listReadinessRuns: listReadinessRuns(deps),
    getReadinessRun: getReadinessRun(deps),
    cancelReadinessRun: cancelReadinessRun(deps),
    getReadinessReport: getReadinessReport(deps),
  }),
];
