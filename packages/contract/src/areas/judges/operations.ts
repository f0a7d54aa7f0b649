import { NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import { EvalIterationLabels, JudgeAgreement, LabelEvalIteration } from './labels.ts';
import { EvalRunJudgePreview, PreviewEvalRunJudge } from './preview.ts';
import { EvalRunJudgeRequested, RequestEvalRunJudge } from './request.ts';

const common = { tag: 'Eval runs', access: 'member', service: 'runs' } as const;

export const requestEvalRunJudge = operation({
  ...common,
  method: 'POST',
  path: '/projects/{projectId}/eval-runs/{runId}/judge',
  brake: 'insights',
  summary: "Have a model judge whether a run's trials did what their cases want.",
  description:
    "Answers at once; read the run's `judges` for the progress. While the run is being judged, and when it was judged already, nothing new is started unless `force` is set. " +
    'A run that is not over answers 409 with `details.reason` RUN_NOT_TERMINAL. Judging on request never changes a result.',
  input: RequestEvalRunJudge,
  status: 202,
  reply: EvalRunJudgeRequested,
  bodyOptional: true,
});

export const labelEvalIteration = operation({
  ...common,
  method: 'PUT',
  path: '/projects/{projectId}/eval-runs/{runId}/iterations/{iterationId}/label',
  summary: 'Label a trial as passed or failed.',
  description:
    'Each person has one label on a trial, the last one they gave. Labels measure the judge; they change no result.',
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
  input: NoQuery,
  status: 200,
  reply: JudgeAgreement,
});

export const previewEvalRunJudge = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/eval-runs/{runId}/judge/preview',
  access: 'viewer',
  summary: 'Read what judging a run would send to a model and cost; no model is asked.',
  input: PreviewEvalRunJudge,
  status: 200,
  reply: EvalRunJudgePreview,
});
