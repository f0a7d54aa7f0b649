// Generated from the operations of the contract by `npm run generate`. Do not edit.
import { rpcsOf } from '@assay/contract/operations';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import type { Deps } from '../deps.ts';
import { backtestEvalRun } from './analysis/backtest-eval-run.ts';
import { compareEvalRun } from './analysis/compare-eval-run.ts';
import { getEvalRunDecisionSummary } from './analysis/get-eval-run-decision-summary.ts';
import { getEvalRunRouteFacts } from './analysis/get-eval-run-route-facts.ts';
import { getEvalRunServerFacts } from './analysis/get-eval-run-server-facts.ts';
import { getEvalRunStageAnalytics } from './analysis/get-eval-run-stage-analytics.ts';
import { getEvalSuiteStageAnalytics } from './analysis/get-eval-suite-stage-analytics.ts';
import { planEvalTrials } from './analysis/plan-eval-trials.ts';
import { requestEvalRunInsights } from './analysis/request-eval-run-insights.ts';
import { deleteEvalCassette } from './cassettes/delete-eval-cassette.ts';
import { getEvalCassette } from './cassettes/get-eval-cassette.ts';
import { listEvalCassettes } from './cassettes/list-eval-cassettes.ts';
import { cancelEvalRun } from './eval-runs/cancel-eval-run.ts';
import { createEvalRun } from './eval-runs/create-eval-run.ts';
import { getEvalRun } from './eval-runs/get-eval-run.ts';
import { getEvalRunDisclosure } from './eval-runs/get-eval-run-disclosure.ts';
import { listEvalRuns } from './eval-runs/list-eval-runs.ts';
import { listEvalSuiteRuns } from './eval-runs/list-eval-suite-runs.ts';
import { previewEvalRerun } from './eval-runs/preview-eval-rerun.ts';
import { regradeEvalRun } from './eval-runs/regrade-eval-run.ts';
import { rerunEvalRun } from './eval-runs/rerun-eval-run.ts';
import { streamEvalRunEvents } from './eval-runs/stream-eval-run-events.ts';
import { getEvalGateWaiver } from './gates/get-eval-gate-waiver.ts';
import { getEvalRunGate } from './gates/get-eval-run-gate.ts';
import { revokeEvalGateWaiver } from './gates/revoke-eval-gate-waiver.ts';
import { waiveEvalGate } from './gates/waive-eval-gate.ts';
import { createEvalIngestUploadUrl } from './ingestion/create-eval-ingest-upload-url.ts';
import { finalizeEvalIngestRun } from './ingestion/finalize-eval-ingest-run.ts';
import { getEvalIngestCapabilities } from './ingestion/get-eval-ingest-capabilities.ts';
import { ingestEvalRunIterations } from './ingestion/ingest-eval-run-iterations.ts';
import { postEvalIngestArtifact } from './ingestion/post-eval-ingest-artifact.ts';
import { putEvalIngestArtifact } from './ingestion/put-eval-ingest-artifact.ts';
import { reportEvalRun } from './ingestion/report-eval-run.ts';
import { startEvalIngestRun } from './ingestion/start-eval-ingest-run.ts';
import { getEvalIterationTrace } from './iterations/get-eval-iteration-trace.ts';
import { getEvalRunSteps } from './iterations/get-eval-run-steps.ts';
import { listEvalCaseEvaluations } from './iterations/list-eval-case-evaluations.ts';
import { listEvalIterationTraceParts } from './iterations/list-eval-iteration-trace-parts.ts';
import { listEvalRunIterations } from './iterations/list-eval-run-iterations.ts';
import { previewEvalAssertions } from './iterations/preview-eval-assertions.ts';
import { promoteEvalIteration } from './iterations/promote-eval-iteration.ts';
import { getEvalJudgeAgreement } from './judges/get-eval-judge-agreement.ts';
import { labelEvalIteration } from './judges/label-eval-iteration.ts';
import { requestEvalRunJudge } from './judges/request-eval-run-judge.ts';
import { exportEvalRunJunit } from './reports/export-eval-run-junit.ts';
import { exportEvalRunMarkdown } from './reports/export-eval-run-markdown.ts';
import { exportEvalRunTraces } from './reports/export-eval-run-traces.ts';
import { exportTraces } from './reports/export-traces.ts';
import { createEvalRunGroup } from './run-groups/create-eval-run-group.ts';
import { getEvalRunGroup } from './run-groups/get-eval-run-group.ts';
import { deleteEvalSuite } from './suites/delete-eval-suite.ts';

/** Every operation of the runs service with its handler. */
export const runsOperations = (deps: Deps): Implementation =>
  implement(rpcsOf('runs'), {
    backtestEvalRun: backtestEvalRun(deps),
    compareEvalRun: compareEvalRun(deps),
    getEvalRunDecisionSummary: getEvalRunDecisionSummary(deps),
    getEvalRunRouteFacts: getEvalRunRouteFacts(deps),
    getEvalRunServerFacts: getEvalRunServerFacts(deps),
    getEvalRunStageAnalytics: getEvalRunStageAnalytics(deps),
    getEvalSuiteStageAnalytics: getEvalSuiteStageAnalytics(deps),
    planEvalTrials: planEvalTrials(deps),
    requestEvalRunInsights: requestEvalRunInsights(deps),
    deleteEvalCassette: deleteEvalCassette(deps),
    getEvalCassette: getEvalCassette(deps),
    listEvalCassettes: listEvalCassettes(deps),
    cancelEvalRun: cancelEvalRun(deps),
    createEvalRun: createEvalRun(deps),
    getEvalRun: getEvalRun(deps),
    getEvalRunDisclosure: getEvalRunDisclosure(deps),
    listEvalRuns: listEvalRuns(deps),
    listEvalSuiteRuns: listEvalSuiteRuns(deps),
    previewEvalRerun: previewEvalRerun(deps),
    regradeEvalRun: regradeEvalRun(deps),
    rerunEvalRun: rerunEvalRun(deps),
    streamEvalRunEvents: streamEvalRunEvents(deps),
    getEvalGateWaiver: getEvalGateWaiver(deps),
    getEvalRunGate: getEvalRunGate(deps),
    revokeEvalGateWaiver: revokeEvalGateWaiver(deps),
    waiveEvalGate: waiveEvalGate(deps),
    createEvalIngestUploadUrl: createEvalIngestUploadUrl(deps),
    finalizeEvalIngestRun: finalizeEvalIngestRun(deps),
    getEvalIngestCapabilities: getEvalIngestCapabilities(deps),
    ingestEvalRunIterations: ingestEvalRunIterations(deps),
    postEvalIngestArtifact: postEvalIngestArtifact(deps),
    putEvalIngestArtifact: putEvalIngestArtifact(deps),
    reportEvalRun: reportEvalRun(deps),
    startEvalIngestRun: startEvalIngestRun(deps),
    getEvalIterationTrace: getEvalIterationTrace(deps),
    getEvalRunSteps: getEvalRunSteps(deps),
    listEvalCaseEvaluations: listEvalCaseEvaluations(deps),
    listEvalIterationTraceParts: listEvalIterationTraceParts(deps),
    listEvalRunIterations: listEvalRunIterations(deps),
    previewEvalAssertions: previewEvalAssertions(deps),
    promoteEvalIteration: promoteEvalIteration(deps),
    getEvalJudgeAgreement: getEvalJudgeAgreement(deps),
    labelEvalIteration: labelEvalIteration(deps),
    requestEvalRunJudge: requestEvalRunJudge(deps),
    exportEvalRunJunit: exportEvalRunJunit(deps),
    exportEvalRunMarkdown: exportEvalRunMarkdown(deps),
    exportEvalRunTraces: exportEvalRunTraces(deps),
    exportTraces: exportTraces(deps),
    createEvalRunGroup: createEvalRunGroup(deps),
    getEvalRunGroup: getEvalRunGroup(deps),
    deleteEvalSuite: deleteEvalSuite(deps),
  });
