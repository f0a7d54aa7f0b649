import { NoQuery } from '../none.ts';
import { RunEvents } from '../areas/eval-runs/run-events.ts';
import { EvalRunSteps, ListTraceParts, TracePage } from '../areas/iterations/steps.ts';
import { RunsService } from '../gen/assay/v1/runs.ts';
import { operation } from '../operation.ts';

const common = {
  tag: 'Eval runs',
  access: 'member',
  service: 'runs',
  method: 'GET',
} as const;
const ITERATION = '/projects/{projectId}/eval-runs/{runId}/iterations/{iterationId}';

export const streamEvalRunEvents = operation({
  ...common,
  path: '/projects/{projectId}/eval-runs/{runId}/events',
  access: 'viewer',
  summary: 'Follow a run as it goes on.',
  description:
    'Server-sent events. A client that connects again with the id of the last event it has (`Last-Event-ID`) misses none and gets none twice; once it has the `end`, the answer is 204.',
  rpc: RunsService.watchRun,
  input: NoQuery,
  status: 200,
  reply: RunEvents,
  stream: true,
  produces: 'text/event-stream',
});

export const getEvalRunSteps = operation({
  ...common,
  path: `${ITERATION}/steps`,
  access: 'viewer',
  summary: 'Read what became of each step of an iteration.',
  description:
    'It works without a trace, and while the iteration goes on: steps that were not reached are `pending` then.',
  rpc: RunsService.listSteps,
  input: NoQuery,
  status: 200,
  reply: EvalRunSteps,
});

export const listEvalIterationTraceParts = operation({
  ...common,
  path: `${ITERATION}/trace/parts`,
  access: 'viewer',
  summary: 'Read the trace of an iteration part by part.',
  description:
    'The parts are as the runner sent them, in that order; a new attempt at the iteration begins anew. Answers 404 with `details.reason` TRACE_NOT_AVAILABLE while nothing has been recorded. What looks like a secret is masked.',
  rpc: RunsService.listTraceParts,
  input: ListTraceParts,
  status: 200,
  reply: TracePage,
});
