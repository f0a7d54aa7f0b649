import { HeldService } from '@assay/contract/gen/assay/v1/held';
import { RunsService } from '@assay/contract/gen/assay/v1/runs';
import { WorkService } from '@assay/contract/gen/assay/v1/work';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import type { Deps } from './deps.ts';
import { runJobs } from './flows/work/jobs.ts';
import { backtestRun } from './rpc/analysis/backtest-eval-run.ts';
import { cancelRun } from './rpc/eval-runs/cancel-eval-run.ts';
import { compareRun } from './rpc/analysis/compare-eval-run.ts';
import { complete } from './rpc/work/complete.ts';
import { createRunGroup } from './rpc/run-groups/create-eval-run-group.ts';
import { createIngestUpload } from './rpc/ingestion/create-eval-ingest-upload-url.ts';
import { createRun } from './rpc/eval-runs/create-eval-run.ts';
import { deleteCassette } from './rpc/cassettes/delete-eval-cassette.ts';
import { discloseRun } from './rpc/eval-runs/get-eval-run-disclosure.ts';
import { finalizeIngestRun } from './rpc/ingestion/finalize-eval-ingest-run.ts';
import { getCassette } from './rpc/cassettes/get-eval-cassette.ts';
import { exportRunJunit } from './rpc/reports/export-eval-run-junit.ts';
import { exportRunMarkdown } from './rpc/reports/export-eval-run-markdown.ts';
import { exportRunTraces } from './rpc/reports/export-eval-run-traces.ts';
import { getDecisionSummary } from './rpc/analysis/get-eval-run-decision-summary.ts';
import { getGateWaiver } from './rpc/gates/get-eval-gate-waiver.ts';
import { getGate } from './rpc/gates/get-eval-run-gate.ts';
import { getJudgeAgreement } from './rpc/judges/get-eval-judge-agreement.ts';
import { getRunGroup } from './rpc/run-groups/get-eval-run-group.ts';
import { getRun } from './rpc/eval-runs/get-eval-run.ts';
import { getStageAnalytics } from './rpc/analysis/get-eval-run-stage-analytics.ts';
import { getSuiteStageAnalytics } from './rpc/analysis/get-eval-suite-stage-analytics.ts';
import { getTrace } from './rpc/iterations/get-eval-iteration-trace.ts';
import { heartbeat } from './rpc/work/heartbeat.ts';
import { ingestIterations } from './rpc/ingestion/ingest-eval-run-iterations.ts';
import { labelIteration } from './rpc/judges/label-eval-iteration.ts';
import { lease } from './rpc/work/lease.ts';
import { listHeldServers } from './rpc/work/list-held-servers.ts';
import { listCassettes } from './rpc/cassettes/list-eval-cassettes.ts';
import { listIterations } from './rpc/iterations/list-eval-run-iterations.ts';
import { listSteps } from './rpc/iterations/get-eval-run-steps.ts';
import { listSuiteRuns } from './rpc/eval-runs/list-eval-suite-runs.ts';
import { listTraceParts } from './rpc/iterations/list-eval-iteration-trace-parts.ts';
import { previewAssertions } from './rpc/iterations/preview-eval-assertions.ts';
import { previewRerun } from './rpc/eval-runs/preview-eval-rerun.ts';
import { promoteIteration } from './rpc/iterations/promote-eval-iteration.ts';
import { requestInsights } from './rpc/analysis/request-eval-run-insights.ts';
import { putIngestArtifact } from './rpc/ingestion/put-eval-ingest-artifact.ts';
import { readCassette } from './rpc/cassettes/read-cassette.ts';
import { regradeRun } from './rpc/eval-runs/regrade-eval-run.ts';
import { reportIngestRun } from './rpc/ingestion/report-eval-run.ts';
import { requestJudge } from './rpc/judges/request-eval-run-judge.ts';
import { rerunRun } from './rpc/eval-runs/rerun-eval-run.ts';
import { revokeGateWaiver } from './rpc/gates/revoke-eval-gate-waiver.ts';
import { startIngestRun } from './rpc/ingestion/start-eval-ingest-run.ts';
import { waiveGate } from './rpc/gates/waive-eval-gate.ts';
import { watchRun } from './rpc/eval-runs/stream-eval-run-events.ts';

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
