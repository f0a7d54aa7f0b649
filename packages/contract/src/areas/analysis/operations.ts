import { NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import { BacktestEvalRun, EvalBacktest } from './backtest.ts';
import { CompareEvalRun, EvalRunCompare } from './compare.ts';
import { DecisionSummary, GetEvalRunDecisionSummary } from './decision-summary.ts';
import { EvalFailureCauses } from './failure-causes.ts';
import { EvalRunInsightsRequested, RequestEvalRunInsights } from './insights.ts';
import { MetSurfaces } from './met-surfaces.ts';
import { EvalRunConfiguration, GetEvalRunConfiguration } from './run-configuration.ts';
import { RunRouteFacts, RunServerFacts } from './run-facts.ts';
import { RunStageAnalytics, SuiteStageAnalytics } from './stage-analytics.ts';
import { CONFUSION_RUNS, ToolConfusions } from './tool-confusions.ts';
import { EvalTrialPlan, PlanEvalTrials } from './trial-plan.ts';

const common = { tag: 'Eval runs', access: 'member', service: 'runs' } as const;
const run = '/projects/{projectId}/eval-runs/{runId}';

export const getEvalRunDecisionSummary = operation({
  ...common,
  method: 'GET',
  path: `${run}/decision-summary`,
  access: 'viewer',
  summary: 'Read why a run was decided as it was, and where each trial that did not pass failed.',
  description:
    "Trials that were tried and did not pass, in the order of the suite's cases. Trials that are under way, were cancelled or were left out are not listed.",
  tool: true,
  input: GetEvalRunDecisionSummary,
  status: 200,
  reply: DecisionSummary,
});

export const getEvalRunConfiguration = operation({
  ...common,
  method: 'GET',
  path: `${run}/configuration`,
  access: 'viewer',
  summary: 'Read with which settings a run was made, beside the settings of its baseline.',
  description:
    'As they were kept at the launch. The baseline is found as for the comparison; without one the settings stand alone. Values of a client are compared and not shown, because they may be secrets.',
  input: GetEvalRunConfiguration,
  status: 200,
  reply: EvalRunConfiguration,
});

export const getEvalRunRouteFacts = operation({
  ...common,
  method: 'GET',
  path: `${run}/route-facts`,
  access: 'viewer',
  summary: 'Count which ways the trials of a run took through the tools, and how many passed on each.',
  description:
    'A route belongs to a case: trials of one case that take different routes show where a model wavers. While the run goes on, of the 10,000 trials that ended last.',
  input: NoQuery,
  status: 200,
  reply: RunRouteFacts,
});

export const getEvalRunServerFacts = operation({
  ...common,
  method: 'GET',
  path: `${run}/server-facts`,
  access: 'viewer',
  summary: 'Count how each server of a run was called, and how it answered.',
  description: 'While the run goes on, of the 10,000 trials that ended last.',
  input: NoQuery,
  status: 200,
  reply: RunServerFacts,
});

export const listMetSurfaces = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/servers/{serverId}/met-surfaces',
  access: 'viewer',
  summary: 'List the surface of a server that each environment met last, and in which run.',
  input: NoQuery,
  status: 200,
  reply: MetSurfaces,
});

export const listToolConfusions = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/servers/{serverId}/tool-confusions',
  access: 'viewer',
  summary: 'Count which tools failed trials called in place of the expected ones.',
  description: `Of the last ${CONFUSION_RUNS} runs with the server; at most 2,000 failed trials are looked at. Tools are compared by name.`,
  input: NoQuery,
  status: 200,
  reply: ToolConfusions,
});

export const getEvalRunStageAnalytics = operation({
  ...common,
  method: 'GET',
  path: `${run}/stage-analytics`,
  access: 'viewer',
  summary: 'Count how far the trials of a run came, and how its tools answered.',
  description: 'While the run goes on, of the 10,000 trials that ended last.',
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
  description: 'Latencies of a tool that several runs called are within one percent.',
  input: NoQuery,
  status: 200,
  reply: SuiteStageAnalytics,
});

export const listEvalFailureCauses = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/eval-failure-causes',
  access: 'viewer',
  summary: 'Group the failed trials of the latest run of every suite by what failed them.',
  description: 'A cause is a stage, an assertion and its reason. A case counts with its first failure.',
  input: NoQuery,
  status: 200,
  reply: EvalFailureCauses,
});

export const planEvalTrials = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/eval-trial-plan',
  access: 'viewer',
  summary: 'Compute how many trials a comparison needs to find a drop of the pass rate.',
  description:
    'For one comparison of two runs of the same size; among many cases that are compared at once, a single one needs more. A drop from 0.95 by 0.25 takes 34 to 35 trials a side at a power of 0.8. A `drop` above `baselineRate` is a VALIDATION_ERROR.',
  input: PlanEvalTrials,
  status: 200,
  reply: EvalTrialPlan,
});

export const requestEvalRunInsights = operation({
  ...common,
  method: 'POST',
  path: `${run}/insights`,
  brake: 'insights',
  summary: 'Find out what the failures of a run have in common; read them with the run.',
  description:
    "A start is always answered `pending`; the run tells their status. Answers with the present status, and does nothing, while they are being made or when they are there already and `force` is not set. A model explains them where the suite has a judge's model or the operator named one; without it the findings can be read at once. A run that is not over is a CONFLICT with `details.reason` RUN_NOT_TERMINAL.",
  input: RequestEvalRunInsights,
  status: 202,
  reply: EvalRunInsightsRequested,
  bodyOptional: true,
});

export const compareEvalRun = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/eval-runs/{runId}/compare',
  access: 'viewer',
  summary: 'Compare a run with a baseline, case by case, and say which differences are more than noise.',
  description:
    "Answers 404 with `details.reason` BASELINE_NOT_FOUND when there is no earlier run to compare it with. Rates come with Wilson intervals, differences with Newcombe's. A comparison of two runs that are over is computed once. `limit` asks for pages of `cases`; everything else is the same on each page.",
  tool: true,
  input: CompareEvalRun,
  status: 200,
  reply: EvalRunCompare,
  timeoutMs: 60_000,
});

export const backtestEvalRun = operation({
  ...common,
  method: 'POST',
  path: '/projects/{projectId}/eval-runs/{runId}/backtest',
  brake: 'insights',
  summary: 'See how a finished run would have been decided under other checks or another rubric.',
  description:
    'Uses the recorded trials, without calling a model, and stores nothing. One answer covers up to 100 trials or 30 seconds of work. ' +
    'A run can be tried once a minute (429 with `details.reason` BACKTEST_COOLDOWN); continuing an answer is always possible. A run that is not over answers 409.',
  input: BacktestEvalRun,
  status: 200,
  reply: EvalBacktest,
  bodyOptional: true,
  timeoutMs: 60_000,
});
