import { HeldService } from '@assay/contract/gen/assay/v1/held';
import { RunsService } from '@assay/contract/gen/assay/v1/runs';
import { WorkService } from '@assay/contract/gen/assay/v1/work';
import { implement, type Implementation } from '@assay/kit/serve';
import type { Deps } from './deps.ts';
import { runJobs } from './jobs.ts';
import { backtestRun } from './rpc/backtest-run.ts';
import { cancelRun } from './rpc/cancel-run.ts';
import { compareRun } from './rpc/compare-run.ts';
import { complete } from './rpc/complete.ts';
import { createRunGroup } from './rpc/create-run-group.ts';
import { createIngestUpload } from './rpc/create-ingest-upload.ts';
import { createRun } from './rpc/create-run.ts';
import { deleteCassette } from './rpc/delete-cassette.ts';
import { discloseRun } from './rpc/disclose-run.ts';
import { finalizeIngestRun } from './rpc/finalize-ingest-run.ts';
import { getCassette } from './rpc/get-cassette.ts';
import { exportRunJunit } from './rpc/export-run-junit.ts';
import { exportRunMarkdown } from './rpc/export-run-markdown.ts';
import { exportRunTraces } from './rpc/export-run-traces.ts';
import { getDecisionSummary } from './rpc/get-decision-summary.ts';
import { getGateWaiver } from './rpc/get-gate-waiver.ts';
import { getGate } from './rpc/get-gate.ts';
import { getJudgeAgreement } from './rpc/get-judge-agreement.ts';
import { getRunGroup } from './rpc/get-run-group.ts';
import { getRun } from './rpc/get-run.ts';
import { getStageAnalytics } from './rpc/get-stage-analytics.ts';
import { getSuiteStageAnalytics } from './rpc/get-suite-stage-analytics.ts';
import { getTrace } from './rpc/get-trace.ts';
import { heartbeat } from './rpc/heartbeat.ts';
import { ingestIterations } from './rpc/ingest-iterations.ts';
import { labelIteration } from './rpc/label-iteration.ts';
import { lease } from './rpc/lease.ts';
import { listHeldServers } from './rpc/list-held-servers.ts';
import { listCassettes } from './rpc/list-cassettes.ts';
import { listIterations } from './rpc/list-iterations.ts';
import { listSteps } from './rpc/list-steps.ts';
import { listSuiteRuns } from './rpc/list-suite-runs.ts';
import { listTraceParts } from './rpc/list-trace-parts.ts';
import { previewAssertions } from './rpc/preview-assertions.ts';
import { previewRerun } from './rpc/preview-rerun.ts';
import { promoteIteration } from './rpc/promote-iteration.ts';
import { requestInsights } from './rpc/request-insights.ts';
import { putIngestArtifact } from './rpc/put-ingest-artifact.ts';
import { readCassette } from './rpc/read-cassette.ts';
import { regradeRun } from './rpc/regrade-run.ts';
import { reportIngestRun } from './rpc/report-ingest-run.ts';
import { requestJudge } from './rpc/request-judge.ts';
import { rerunRun } from './rpc/rerun-run.ts';
import { revokeGateWaiver } from './rpc/revoke-gate-waiver.ts';
import { startIngestRun } from './rpc/start-ingest-run.ts';
import { waiveGate } from './rpc/waive-gate.ts';
import { watchRun } from './rpc/watch-run.ts';

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
    createRunGroup: createRunGroup(deps),
    getRunGroup: getRunGroup(deps),
    previewRerun: previewRerun(deps),
    rerunRun: rerunRun(deps),
    discloseRun: discloseRun(deps),
    watchRun: watchRun(deps),
    listSteps: listSteps(deps),
    listTraceParts: listTraceParts(deps),
    getDecisionSummary: getDecisionSummary(deps),
    getStageAnalytics: getStageAnalytics(deps),
    getSuiteStageAnalytics: getSuiteStageAnalytics(deps),
    requestInsights: requestInsights(deps),
    exportRunTraces: exportRunTraces(deps),
    exportRunJunit: exportRunJunit(deps),
    exportRunMarkdown: exportRunMarkdown(deps),
    compareRun: compareRun(deps),
    getGate: getGate(deps),
    getGateWaiver: getGateWaiver(deps),
    waiveGate: waiveGate(deps),
    revokeGateWaiver: revokeGateWaiver(deps),
    requestJudge: requestJudge(deps),
    labelIteration: labelIteration(deps),
    getJudgeAgreement: getJudgeAgreement(deps),
    backtestRun: backtestRun(deps),
    regradeRun: regradeRun(deps),
    listCassettes: listCassettes(deps),
    getCassette: getCassette(deps),
    deleteCassette: deleteCassette(deps),
    reportIngestRun: reportIngestRun(deps),
    startIngestRun: startIngestRun(deps),
    ingestIterations: ingestIterations(deps),
    finalizeIngestRun: finalizeIngestRun(deps),
    createIngestUpload: createIngestUpload(deps),
    putIngestArtifact: putIngestArtifact(deps),
  }),
  implement(WorkService, {
    lease: lease(deps),
    heartbeat: heartbeat(deps),
    complete: complete(deps),
    readCassette: readCassette(deps),
  }),
  implement(HeldService, { listHeldServers: listHeldServers(deps) }),
  runJobs(deps.pool, deps.jobs),
];
