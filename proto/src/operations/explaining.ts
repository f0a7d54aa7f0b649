import { DecisionSummary, GetEvalRunDecisionSummary } from '../areas/analysis/decision-summary.ts';
import { GetEvalRunOtlp, JunitReport, MarkdownSummary, OtlpTraces } from '../areas/reports/documents.ts';
import { EvalRunInsightsRequested, RequestEvalRunInsights } from '../areas/analysis/insights.ts';
import { NoQuery } from '../none.ts';
import { RunStageAnalytics, SuiteStageAnalytics } from '../areas/analysis/stage-analytics.ts';
import { RunsService } from '../gen/assay/v1/runs.ts';
import { operation } from '../operation.ts';

const common = { tag: 'Eval runs', access: 'member', service: 'runs' } as const;
const run = '/projects/{projectId}/eval-runs/{runId}';

export const getEvalRunDecisionSummary = operation({
  ...common,
  method: 'GET',
  path: `${run}/decision-summary`,
  access: 'viewer',
  summary: 'Read why a run was decided as it was, and what each trial that did not pass broke on.',
  description:
    "Trials that were tried and did not pass, in the order of the suite's cases; those that are under way, were cancelled or were left out are not among them.",
  rpc: RunsService.getDecisionSummary,
  input: GetEvalRunDecisionSummary,
  status: 200,
  reply: DecisionSummary,
});

export const getEvalRunStageAnalytics = operation({
  ...common,
  method: 'GET',
  path: `${run}/stage-analytics`,
  access: 'viewer',
  summary: 'Count how far the trials of a run came, and how its tools answered.',
  rpc: RunsService.getStageAnalytics,
  input: NoQuery,
  status: 200,
  reply: RunStageAnalytics,
});

export const getEvalSuiteStageAnalytics = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/eval-suites/{suiteId}/stage-analytics',
  access: 'viewer',
  summary: "Count how far the trials of a suite's newest 50 finished runs came.",
  rpc: RunsService.getSuiteStageAnalytics,
  input: NoQuery,
  status: 200,
  reply: SuiteStageAnalytics,
});

export const requestEvalRunInsights = operation({
  ...common,
  method: 'POST',
  path: `${run}/insights`,
  brake: 'insights',
  summary: 'Find out what the failures of a run have in common; read them with the run.',
  description:
    "Answers with the present status, and does nothing, while they are being made or when they are there already and `force` is not set. A model explains them where the suite has a judge's model or the operator named one; without it the findings are complete at once. A run that is not over is a CONFLICT with `details.reason` RUN_NOT_TERMINAL.",
  rpc: RunsService.requestInsights,
  input: RequestEvalRunInsights,
  status: 202,
  reply: EvalRunInsightsRequested,
  bodyOptional: true,
});

export const exportEvalRunTraces = operation({
  ...common,
  method: 'GET',
  path: `${run}/otlp`,
  access: 'viewer',
  summary: "Export a run's traces for OpenTelemetry, page by page.",
  description:
    'OTLP/JSON with the conventions for generative AI and MCP, one trace per iteration under the trace id that the MCP servers were sent. The header `x-next-cursor` asks for the next page; `x-complete: true` says that this is the last one of a run that is over.',
  rpc: RunsService.exportRunTraces,
  input: GetEvalRunOtlp,
  status: 200,
  reply: OtlpTraces,
});

export const exportEvalRunJunit = operation({
  ...common,
  method: 'GET',
  path: `${run}/junit.xml`,
  access: 'viewer',
  summary: 'Read a finished run as JUnit XML.',
  description: 'A run that is not over is a CONFLICT with `details.reason` RUN_NOT_TERMINAL.',
  rpc: RunsService.exportRunJunit,
  input: NoQuery,
  status: 200,
  reply: JunitReport,
  produces: 'application/junit+xml',
});

export const exportEvalRunMarkdown = operation({
  ...common,
  method: 'GET',
  path: `${run}/summary.md`,
  access: 'viewer',
  summary: 'Read a finished run as Markdown: its verdict, its cases, and what failed.',
  description: 'A run that is not over is a CONFLICT with `details.reason` RUN_NOT_TERMINAL.',
  rpc: RunsService.exportRunMarkdown,
  input: NoQuery,
  status: 200,
  reply: MarkdownSummary,
  produces: 'text/markdown',
});
