import { NoInput, NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import { EvalSuiteCaseHistory } from './case-history.ts';
import { EvalRunDisclosure, ReadRunDisclosure } from './disclosure.ts';
import { EvalRun, EvalRunCreated, ReadEvalRun } from './documents.ts';
import { EvalRunListPage, EvalRunPage, ListEvalRuns, ListEvalSuiteRuns } from './listed-runs.ts';
import { CreateEvalRun } from './launch.ts';
import { EvalRunRegraded, RegradeEvalRun } from './regrade.ts';
import { EvalRerunCreated, EvalRerunPreview, PreviewEvalRerun, RerunEvalRun } from './rerun.ts';
import { EvalRunCasePage, ListEvalRunCases } from './run-cases.ts';
import { RunEvents } from './run-events.ts';

const common = { tag: 'Eval runs', access: 'member', service: 'runs' } as const;
const read = {
  tag: 'Eval runs',
  access: 'member',
  service: 'runs',
  method: 'GET',
} as const;

export const createEvalRun = operation({
  ...common,
  method: 'POST',
  path: '/projects/{projectId}/eval-runs',
  headers: ['idempotencyKey', 'launcher', 'ci'],
  brake: 'launches',
  summary: 'Start a run of a suite, or of inline tests.',
  description:
    'Validates, connects once to every server of the run (unless it answered a launch within the last minute), freezes the suite and answers at once; the run goes on by itself. ' +
    'Inline `tests` become a new suite named `suiteName`. For 24 hours a repeated request with an idempotency key answers the run that the first one made; with another body it is a CONFLICT with `details.reason` IDEMPOTENCY_CONFLICT.',
  tool: {
    creates: { type: 'evalRun', path: '/projects/{projectId}/eval-runs/{runId}' },
    proposed: {
      kind: 'start',
      severity: 'spend',
      label: 'Start the run',
      target: { type: 'evalSuite', parameter: 'suiteId' },
    },
  },
  input: CreateEvalRun,
  status: 202,
  reply: EvalRunCreated,
  timeoutMs: 60_000,
  reachesOut: true,
});

export const getEvalRun = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/eval-runs/{runId}',
  headers: ['preferredWait'],
  access: 'viewer',
  summary: 'Read a run: its status, its counts and its verdict.',
  description:
    'With `Prefer: wait=20` (RFC 7240) the answer comes when the status changes, or twice a second while only counts change, or when the seconds are over, 20 at most; a run that is over is answered at once. A key or session may have 32 waits and streams open.',
  replyHeaders: { 'Preference-Applied': 'The wait that the answer was given with, such as `wait=20`.' },
  tool: true,
  input: ReadEvalRun,
  status: 200,
  reply: EvalRun,
});

export const cancelEvalRun = operation({
  ...common,
  method: 'POST',
  path: '/projects/{projectId}/eval-runs/{runId}/cancel',
  summary: 'Stop a run; finished iterations keep their results.',
  description:
    'Calls in flight are aborted within seconds. Cancelling a cancelled run answers it again; cancelling one that ended otherwise is a CONFLICT.',
  tool: {
    proposed: {
      kind: 'cancel',
      severity: 'none',
      label: 'Cancel the run',
      target: { type: 'evalRun', parameter: 'runId' },
    },
  },
  input: NoInput,
  status: 200,
  reply: EvalRun,
  bodyOptional: true,
});

export const getEvalSuiteCaseHistory = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/eval-suites/{suiteId}/case-history',
  access: 'viewer',
  summary: "Read what each case of a suite did in the suite's newest ten finished runs, and which cases are flaky.",
  input: NoQuery,
  status: 200,
  reply: EvalSuiteCaseHistory,
});

export const listEvalSuiteRuns = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/eval-suites/{suiteId}/runs',
  access: 'viewer',
  summary: "List a suite's runs, newest first.",
  tool: true,
  input: ListEvalSuiteRuns,
  status: 200,
  reply: EvalRunPage,
});

export const listEvalRuns = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/eval-runs',
  access: 'viewer',
  summary: "List a project's runs, newest first.",
  tool: true,
  input: ListEvalRuns,
  status: 200,
  reply: EvalRunListPage,
});

export const listEvalRunCases = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/eval-runs/{runId}/cases',
  access: 'viewer',
  summary: "List a run's cases with the results of their trials, in the order of the suite.",
  description:
    'Also while the run is under way. The first page says how many cases each filter would find in the whole run. A case that ran with two models is two items.',
  tool: true,
  polled: true,
  input: ListEvalRunCases,
  status: 200,
  reply: EvalRunCasePage,
});

export const streamEvalRunEvents = operation({
  ...read,
  path: '/projects/{projectId}/eval-runs/{runId}/events',
  headers: ['lastEventId', 'waitMs'],
  access: 'viewer',
  summary: 'Follow a run while it goes on.',
  description:
    'Server-sent events. A client that connects again with the id of its last event (`Last-Event-ID`) misses no event and gets none twice; after the `end` the answer is 204.',
  input: NoQuery,
  status: 200,
  reply: RunEvents,
  stream: true,
  produces: 'text/event-stream',
});

export const rerunEvalRun = operation({
  ...common,
  method: 'POST',
  path: '/projects/{projectId}/eval-runs/{runId}/rerun',
  headers: ['idempotencyKey', 'launcher', 'ci'],
  brake: 'launches',
  summary: 'Run the cases again that failed, or that have no verdict.',
  description:
    'The suite is frozen as it is now; the servers, the model, the pass rate, the budget and the execution settings of the run stay as they were. ' +
    'Answers 409 with `details.reason` RERUN_SOURCE_NOT_TERMINAL while the run goes on, and RERUN_NOTHING_TO_RERUN when no case is left to try. For 24 hours a repeated request with an idempotency key answers the rerun that the first one made; with another body it is a CONFLICT with `details.reason` IDEMPOTENCY_CONFLICT.',
  input: RerunEvalRun,
  status: 202,
  reply: EvalRerunCreated,
  timeoutMs: 60_000,
});

export const previewEvalRerun = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/eval-runs/{runId}/rerun-preview',
  access: 'viewer',
  summary: 'See which cases a rerun of a run would try again.',
  input: PreviewEvalRerun,
  status: 200,
  reply: EvalRerunPreview,
});

export const getEvalRunDisclosure = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/eval-suites/{suiteId}/run-disclosure',
  access: 'viewer',
  summary: 'Read what a run of a suite would connect to, send to models and use at most.',
  input: ReadRunDisclosure,
  status: 200,
  reply: EvalRunDisclosure,
});

export const regradeEvalRun = operation({
  ...common,
  method: 'POST',
  path: '/projects/{projectId}/eval-runs/{runId}/regrade',
  summary: 'Grade a completed run again from its recorded trials.',
  description:
    'Grades, results, counts and the decision are replaced at once, or not at all; the earlier ones are kept. Trials of which nothing was recorded keep their results. ' +
    'The opinion of a gating judge stays. Assertions about a live page cannot be replayed. A run that did not complete answers 409.',
  input: RegradeEvalRun,
  status: 200,
  reply: EvalRunRegraded,
  bodyOptional: true,
  timeoutMs: 300_000,
});
