import { BacktestEvalRun, EvalBacktest } from '../areas/analysis/backtest.ts';
import { EvalRunJudgeRequested, RequestEvalRunJudge } from '../areas/judges/request.ts';
import { EvalIterationLabels, JudgeAgreement, LabelEvalIteration } from '../areas/judges/labels.ts';
import { NoQuery } from '../none.ts';
import { EvalRunRegraded, RegradeEvalRun } from '../areas/eval-runs/regrade.ts';
import { RunsService } from '../gen/assay/v1/runs.ts';
import { operation } from '../operation.ts';

const common = { tag: 'Eval runs', access: 'member', service: 'runs' } as const;

export const requestEvalRunJudge = operation({
  ...common,
  method: 'POST',
  path: '/projects/{projectId}/eval-runs/{runId}/judge',
  brake: 'insights',
  summary: "Have a model judge whether a run's trials came to what their cases want.",
  description:
    "Answers at once; read the run's `judges` for what comes of it. While the run is being judged, and when it was judged already, nothing new is started unless `force` asks for it. " +
    'A run that is not over answers 409 with `details.reason` RUN_NOT_TERMINAL. Judging on request never changes a result.',
  rpc: RunsService.requestJudge,
  input: RequestEvalRunJudge,
  status: 202,
  reply: EvalRunJudgeRequested,
  bodyOptional: true,
});

export const labelEvalIteration = operation({
  ...common,
  method: 'PUT',
  path: '/projects/{projectId}/eval-runs/{runId}/iterations/{iterationId}/label',
  summary: 'Say whether a trial came to what its case wants.',
  description:
    'Each person has one label on a trial, the last one they gave. Labels measure the judge; they change no result.',
  rpc: RunsService.labelIteration,
  input: LabelEvalIteration,
  status: 200,
  reply: EvalIterationLabels,
});

export const getEvalJudgeAgreement = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/eval-suites/{suiteId}/judge/agreement',
  access: 'viewer',
  summary: "Read how well a suite's judge agrees with people's labels.",
  description: 'Per version of the judge, on the trials that have both a label and an opinion of that version.',
  rpc: RunsService.getJudgeAgreement,
  input: NoQuery,
  status: 200,
  reply: JudgeAgreement,
});

export const backtestEvalRun = operation({
  ...common,
  method: 'POST',
  path: '/projects/{projectId}/eval-runs/{runId}/backtest',
  brake: 'insights',
  summary: 'See what a finished run would have come to under other checks or another rubric.',
  description:
    'From what was recorded, without calling a model, and nothing is stored. One answer covers up to 100 trials or 30 seconds of work. ' +
    'A run can be tried once a minute (429 with `details.reason` BACKTEST_COOLDOWN); continuing an answer is always possible. A run that is not over answers 409.',
  rpc: RunsService.backtestRun,
  input: BacktestEvalRun,
  status: 200,
  reply: EvalBacktest,
  bodyOptional: true,
  timeoutMs: 60_000,
});

export const regradeEvalRun = operation({
  ...common,
  method: 'POST',
  path: '/projects/{projectId}/eval-runs/{runId}/regrade',
  summary: 'Grade a completed run anew from its recorded trials.',
  description:
    'Grades, results, counts and the decision are written anew at once, or not at all; what they were is kept. Trials of which nothing was recorded keep their results. ' +
    'A gating judge that had a say keeps it. Assertions about a live page cannot be replayed. A run that did not complete answers 409.',
  rpc: RunsService.regradeRun,
  input: RegradeEvalRun,
  status: 200,
  reply: EvalRunRegraded,
  bodyOptional: true,
  timeoutMs: 300_000,
});
