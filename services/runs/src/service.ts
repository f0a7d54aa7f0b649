import { RunsService } from '@assay/contract/gen/assay/v1/runs';
import { WorkService } from '@assay/contract/gen/assay/v1/work';
import { notYet } from '@assay/kit/not-yet';
import { implement, type Implementation } from '@assay/kit/serve';
import type { Deps } from './deps.ts';
import { cancelRun } from './rpc/cancel-run.ts';
import { complete } from './rpc/complete.ts';
import { createRun } from './rpc/create-run.ts';
import { getDecisionSummary } from './rpc/get-decision-summary.ts';
import { getRun } from './rpc/get-run.ts';
import { getStageAnalytics } from './rpc/get-stage-analytics.ts';
import { getSuiteStageAnalytics } from './rpc/get-suite-stage-analytics.ts';
import { getTrace } from './rpc/get-trace.ts';
import { heartbeat } from './rpc/heartbeat.ts';
import { lease } from './rpc/lease.ts';
import { listIterations } from './rpc/list-iterations.ts';
import { listSuiteRuns } from './rpc/list-suite-runs.ts';
import { previewAssertions } from './rpc/preview-assertions.ts';
import { promoteIteration } from './rpc/promote-iteration.ts';

export const runs = (deps: Deps): Implementation[] => [
  implement(RunsService, {
    createRun: createRun(deps),
    getRun: getRun(deps),
    listIterations: listIterations(deps),
    getTrace: getTrace(deps),
    listSuiteRuns: listSuiteRuns(deps),
    cancelRun: cancelRun(deps),
    previewAssertions: previewAssertions(deps),
    promoteIteration: promoteIteration(deps),
    createRunGroup: notYet,
    getRunGroup: notYet,
    previewRerun: notYet,
    rerunRun: notYet,
    discloseRun: notYet,
    watchRun: notYet,
    listSteps: notYet,
    listTraceParts: notYet,
    getDecisionSummary: getDecisionSummary(deps),
    getStageAnalytics: getStageAnalytics(deps),
    getSuiteStageAnalytics: getSuiteStageAnalytics(deps),
    requestInsights: notYet,
    exportRunTraces: notYet,
    exportRunJunit: notYet,
    exportRunMarkdown: notYet,
    compareRun: notYet,
    getGate: notYet,
    getGateWaiver: notYet,
    waiveGate: notYet,
    revokeGateWaiver: notYet,
    requestJudge: notYet,
    labelIteration: notYet,
    getJudgeAgreement: notYet,
    backtestRun: notYet,
    regradeRun: notYet,
    listCassettes: notYet,
    getCassette: notYet,
    deleteCassette: notYet,
    reportIngestRun: notYet,
    startIngestRun: notYet,
    ingestIterations: notYet,
    finalizeIngestRun: notYet,
    createIngestUpload: notYet,
    putIngestArtifact: notYet,
  }),
  implement(WorkService, {
    lease: lease(deps),
    heartbeat: heartbeat(deps),
    complete: complete(deps),
    readCassette: notYet,
  }),
];
