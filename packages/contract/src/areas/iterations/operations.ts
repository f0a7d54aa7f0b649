import { NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import { EvalIterationPage, EvalIterationScreenshot, ListEvalRunIterations } from './documents.ts';
import { EvalCaseEvaluationPage, ListEvalCaseEvaluations } from './evaluations.ts';
import {
  EvalAssertionPreview,
  EvalCasePreview,
  EvalIterationPromoted,
  PreviewEvalAssertions,
  PreviewEvalCase,
  PromoteEvalIteration,
} from './replay.ts';
import { EvalIterationDetail } from './iteration-detail.ts';
import { SCREENSHOT_TYPE } from './screenshots.ts';
import { EvalIterationSpanPage, EvalTracePayload, ListEvalIterationSpans } from './spans.ts';
import { EvalRunSteps, ListTraceParts, TracePage } from './steps.ts';
import { GetEvalIterationTrace, Trace } from './trace.ts';

const read = {
  tag: 'Eval runs',
  access: 'member',
  service: 'runs',
  method: 'GET',
} as const;
const ITERATION = '/projects/{projectId}/eval-runs/{runId}/iterations/{iterationId}';
const common = { tag: 'Eval runs', access: 'member', service: 'runs' } as const;

export const listEvalRunIterations = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/eval-runs/{runId}/iterations',
  access: 'viewer',
  summary: "List a run's iterations with their checks, in the order of the suite's cases.",
  tool: true,
  input: ListEvalRunIterations,
  status: 200,
  reply: EvalIterationPage,
});

export const getEvalIteration = operation({
  ...read,
  path: ITERATION,
  access: 'viewer',
  summary: 'Read one iteration: its outcome in words, its checks, opinions and labels, and the failed ones beside it.',
  description:
    'The failed iterations before and after it are in the order of `listEvalRunCases`: by case, by model, by trial.',
  input: NoQuery,
  status: 200,
  reply: EvalIterationDetail,
});

export const listEvalCaseEvaluations = operation({
  ...read,
  path: '/projects/{projectId}/eval-runs/{runId}/cases/{caseId}/evaluations',
  access: 'viewer',
  summary: 'List what was found about each trial of a case in a run: checks, scores, opinions of judges, labels.',
  description:
    'In the order of the trials. `caseId` is the id that the case has in the results of the run, or its declared id. A trial that is not over has no checks yet.',
  input: ListEvalCaseEvaluations,
  status: 200,
  reply: EvalCaseEvaluationPage,
});

export const getEvalRunSteps = operation({
  ...read,
  path: `${ITERATION}/steps`,
  access: 'viewer',
  summary: 'Read the outcome of each step of an iteration.',
  description:
    'It works without a trace, and while the iteration goes on: steps that were not reached are `pending` then.',
  tool: true,
  input: NoQuery,
  status: 200,
  reply: EvalRunSteps,
});

export const getEvalIterationTrace = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/eval-runs/{runId}/iterations/{iterationId}/trace',
  headers: ['acceptEncoding'],
  access: 'viewer',
  summary: 'Read everything that happened in one iteration, down to the JSON-RPC messages.',
  description:
    'Answers 404 with `details.reason` TRACE_NOT_AVAILABLE while nothing has been recorded. Of a message over 64 KB the beginning is kept, as `text`. What looks like a secret is masked. A client that accepts gzip gets it as it is stored.',
  input: GetEvalIterationTrace,
  status: 200,
  reply: Trace,
});

export const listEvalIterationTraceParts = operation({
  ...read,
  path: `${ITERATION}/trace/parts`,
  headers: ['acceptEncoding'],
  access: 'viewer',
  summary: 'Read the trace of an iteration part by part.',
  description:
    'The parts are as the runner sent them, in that order; a new attempt at the iteration starts again. Answers 404 with `details.reason` TRACE_NOT_AVAILABLE while nothing has been recorded. What looks like a secret is masked. A client that accepts gzip gets them as they are stored.',
  input: ListTraceParts,
  status: 200,
  reply: TracePage,
});

export const listEvalIterationSpans = operation({
  ...read,
  path: `${ITERATION}/trace/spans`,
  headers: ['acceptEncoding'],
  access: 'viewer',
  summary: 'List the spans of an iteration in the order of time, without what was sent and answered.',
  description:
    'For traces that are too large to be read at once: `getEvalTracePayload` answers what one of its calls carried. While the iteration runs, later spans may begin earlier. Answers 404 with `details.reason` TRACE_NOT_AVAILABLE while nothing has been recorded.',
  input: ListEvalIterationSpans,
  status: 200,
  reply: EvalIterationSpanPage,
});

export const getEvalTracePayload = operation({
  ...read,
  path: `${ITERATION}/trace/payloads/{payloadId}`,
  access: 'viewer',
  summary: 'Read what one call or one message of a trace carried.',
  description:
    'The id is the `toolCallId` of a span, or `wire-` and the place of a message in `wire`, from 0: `wire-12`. What looks like a secret is masked.',
  input: NoQuery,
  status: 200,
  reply: EvalTracePayload,
});

export const getEvalIterationScreenshot = operation({
  ...read,
  path: `${ITERATION}/screenshots/{screenshotId}`,
  access: 'viewer',
  summary: 'Read an image of a widget that an iteration took.',
  description:
    'Steps and renderings of the trace name their images. Inputs of passwords and known secrets are covered. An iteration keeps 20 images at most, as long as its trace.',
  input: NoQuery,
  status: 200,
  reply: EvalIterationScreenshot,
  replyHeaders: { 'Cache-Control': '`private, max-age=3600`: an image never changes.' },
  produces: SCREENSHOT_TYPE,
});

export const previewEvalAssertions = operation({
  ...common,
  method: 'POST',
  path: '/projects/{projectId}/eval-runs/{runId}/iterations/{iterationId}/preview-assertions',
  safe: true,
  summary: 'Try assertions on a recorded iteration; nothing is stored.',
  description:
    'They are graded by the recorded transcript, so an assertion that needs evidence which was not captured is an `error`. Assertions about a live page cannot be replayed and always are.',
  input: PreviewEvalAssertions,
  status: 200,
  reply: EvalAssertionPreview,
});

export const previewEvalCase = operation({
  ...common,
  method: 'POST',
  path: '/projects/{projectId}/eval-runs/{runId}/cases/{caseId}/preview-assertions',
  safe: true,
  summary: 'Try the assertions of a case on all of its trials in a run; nothing is stored.',
  description:
    'As of `preview-assertions` of one iteration. Recorded transcripts are graded; nothing is called. Assertions about a live page are an `error`.',
  input: PreviewEvalCase,
  status: 200,
  reply: EvalCasePreview,
  timeoutMs: 60_000,
});

export const promoteEvalIteration = operation({
  ...common,
  method: 'POST',
  path: '/projects/{projectId}/eval-runs/{runId}/iterations/{iterationId}/promote',
  summary: 'Make a draft of a case from a recorded iteration.',
  description:
    "The draft has the prompts that were said, the calls that were made (as expectations after a prompt, as tool calls otherwise) and their results. It is put on an authoring job of the suite (the run's own unless `suiteId` names another), to be committed. What looks like a secret in arguments or in the reply is masked, and an issue blocks the draft until a person resolves it.",
  input: PromoteEvalIteration,
  status: 201,
  reply: EvalIterationPromoted,
  bodyOptional: true,
});
