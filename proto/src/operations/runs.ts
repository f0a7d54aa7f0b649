import { CreateEvalRun } from '../areas/eval-runs/launch.ts';
import { EvalIterationPage, ListEvalRunIterations } from '../areas/iterations/documents.ts';
import { EvalRun, EvalRunCreated, EvalRunPage, ListEvalSuiteRuns } from '../areas/eval-runs/documents.ts';
import { NoInput, NoQuery } from '../none.ts';
import {
  EvalAssertionPreview,
  EvalIterationPromoted,
  PreviewEvalAssertions,
  PromoteEvalIteration,
} from '../areas/iterations/replay.ts';
import { Trace } from '../areas/iterations/trace.ts';
import { RunsService } from '../gen/assay/v1/runs.ts';
import { operation } from '../operation.ts';

const common = { tag: 'Eval runs', access: 'member', service: 'runs' } as const;

export const createEvalRun = operation({
  ...common,
  method: 'POST',
  path: '/projects/{projectId}/eval-runs',
  brake: 'launches',
  summary: 'Start a run of a suite, or of inline tests.',
  description:
    'Validates, connects once to every server of the run, freezes the suite and answers at once; the run goes on by itself. ' +
    'Inline `tests` become a new suite named `suiteName`. For 24 hours a repeated request with an idempotency key answers the run that the first one made; with another body it is a CONFLICT with `details.reason` IDEMPOTENCY_CONFLICT.',
  rpc: RunsService.createRun,
  input: CreateEvalRun,
  status: 202,
  reply: EvalRunCreated,
  timeoutMs: 60_000,
});

export const getEvalRun = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/eval-runs/{runId}',
  access: 'viewer',
  summary: 'Read a run: its status, its counts and its verdict.',
  rpc: RunsService.getRun,
  input: NoQuery,
  status: 200,
  reply: EvalRun,
});

export const listEvalRunIterations = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/eval-runs/{runId}/iterations',
  access: 'viewer',
  summary: "List a run's iterations with their checks, in the order of the suite's cases.",
  rpc: RunsService.listIterations,
  input: ListEvalRunIterations,
  status: 200,
  reply: EvalIterationPage,
});

export const getEvalIterationTrace = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/eval-runs/{runId}/iterations/{iterationId}/trace',
  access: 'viewer',
  summary: 'Read everything that happened in one iteration, down to the JSON-RPC messages.',
  description:
    'Answers 404 with `details.reason` TRACE_NOT_AVAILABLE while nothing has been recorded. Of a message over 64 KB the beginning is there, as `text`. What looks like a secret is masked.',
  rpc: RunsService.getTrace,
  input: NoQuery,
  status: 200,
  reply: Trace,
});

export const cancelEvalRun = operation({
  ...common,
  method: 'POST',
  path: '/projects/{projectId}/eval-runs/{runId}/cancel',
  summary: 'Stop a run; iterations that finished keep their results.',
  description:
    'Calls in flight are aborted within seconds. Cancelling a cancelled run answers it again; cancelling one that ended otherwise is a CONFLICT.',
  rpc: RunsService.cancelRun,
  input: NoInput,
  status: 200,
  reply: EvalRun,
  bodyOptional: true,
});

export const listEvalSuiteRuns = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/eval-suites/{suiteId}/runs',
  access: 'viewer',
  summary: "List a suite's runs, newest first.",
  rpc: RunsService.listSuiteRuns,
  input: ListEvalSuiteRuns,
  status: 200,
  reply: EvalRunPage,
});

export const previewEvalAssertions = operation({
  ...common,
  method: 'POST',
  path: '/projects/{projectId}/eval-runs/{runId}/iterations/{iterationId}/preview-assertions',
  safe: true,
  summary: 'Try assertions on a recorded iteration; nothing is stored.',
  description:
    'They are judged by the transcript as grading judges them, so one that needs evidence which was not captured is an `error`. Assertions about a live page cannot be replayed and always are.',
  rpc: RunsService.previewAssertions,
  input: PreviewEvalAssertions,
  status: 200,
  reply: EvalAssertionPreview,
});

export const promoteEvalIteration = operation({
  ...common,
  method: 'POST',
  path: '/projects/{projectId}/eval-runs/{runId}/iterations/{iterationId}/promote',
  summary: 'Make a case draft of what an iteration did.',
  description:
    "The prompts that were said, the calls that were made (as expectations after a prompt, as tool calls otherwise) and what they came to. The draft is put on an authoring job of the suite (the run's own unless `suiteId` names another), to be committed. What looks like a secret in arguments or in the reply is masked, and an issue holds the draft back until somebody settled it.",
  rpc: RunsService.promoteIteration,
  input: PromoteEvalIteration,
  status: 201,
  reply: EvalIterationPromoted,
  bodyOptional: true,
});
