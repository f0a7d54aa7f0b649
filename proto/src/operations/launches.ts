import { NoQuery } from '../none.ts';
import { EvalRerunCreated, EvalRerunPreview, RerunEvalRun } from '../areas/eval-runs/rerun.ts';
import { EvalRunDisclosure, ReadRunDisclosure } from '../areas/eval-runs/disclosure.ts';
import { CreateEvalRunGroup, EvalRunGroupCreated } from '../areas/run-groups/documents.ts';
import { RunsService } from '../gen/assay/v1/runs.ts';
import { operation } from '../operation.ts';

const common = { tag: 'Eval runs', access: 'member', service: 'runs' } as const;

export const createEvalRunGroup = operation({
  ...common,
  method: 'POST',
  path: '/projects/{projectId}/eval-run-groups',
  brake: 'launches',
  summary: 'Start a run of a suite for each of several targets, to compare them.',
  description:
    "The suite is frozen once for all of them, and together they take one of the organization's slots. What can be told without connecting is refused before any run starts; " +
    'a target that then cannot be started is `failed`, also when that is every one of them. For 24 hours repeating the request with its key starts those that are missing; another request under it is a CONFLICT with `details.reason` IDEMPOTENCY_CONFLICT.',
  rpc: RunsService.createRunGroup,
  input: CreateEvalRunGroup,
  status: 202,
  reply: EvalRunGroupCreated,
  timeoutMs: 60_000,
});

export const previewEvalRerun = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/eval-runs/{runId}/rerun-preview',
  access: 'viewer',
  summary: 'See which cases a rerun of a run would try again.',
  rpc: RunsService.previewRerun,
  input: NoQuery,
  status: 200,
  reply: EvalRerunPreview,
});

export const rerunEvalRun = operation({
  ...common,
  method: 'POST',
  path: '/projects/{projectId}/eval-runs/{runId}/rerun',
  brake: 'launches',
  summary: 'Run the cases again that failed.',
  description:
    'The suite is frozen as it is now; servers, a model, a pass rate or a budget that the run was launched with, and how it was executed stay as they were. ' +
    'Answers 409 with `details.reason` RERUN_SOURCE_NOT_TERMINAL while the run goes on, and RERUN_NOTHING_TO_RERUN when no case is left to try. For 24 hours a repeated request with an idempotency key answers the rerun that the first one made; with another body it is a CONFLICT with `details.reason` IDEMPOTENCY_CONFLICT.',
  rpc: RunsService.rerunRun,
  input: RerunEvalRun,
  status: 202,
  reply: EvalRerunCreated,
  timeoutMs: 60_000,
});

export const getEvalRunDisclosure = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/eval-suites/{suiteId}/run-disclosure',
  access: 'viewer',
  summary: 'Read what a run of a suite would connect to, send to models and use at most.',
  rpc: RunsService.discloseRun,
  input: ReadRunDisclosure,
  status: 200,
  reply: EvalRunDisclosure,
});
