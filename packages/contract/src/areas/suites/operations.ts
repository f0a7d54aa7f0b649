import { NoInput } from '../../none.ts';
import { operation } from '../../operation.ts';
import { AttachEvalSuiteEnvironment, CreateEvalSuite, RestoreEvalSuiteRevision, UpdateEvalSuite } from './requests.ts';
import {
  EvalDeleted,
  EvalSuiteCreated,
  EvalSuiteDetail,
  EvalSuiteEnvironmentAttached,
  EvalSuiteRevisionPage,
  GetEvalSuite,
  ListEvalSuiteRevisions,
} from './documents.ts';
import { EvalSuitePage, ListEvalSuites } from './listed-suites.ts';

const common = { tag: 'Eval suites', access: 'member', service: 'suites' } as const;
const FILE_OWNED =
  'A suite that a file owns (`managedBy: ci`) answers CONFLICT with `details.reason` CI_OWNED_SUITE_READ_ONLY, unless `declaredSuiteId` is the id under which the file declares it.';

export const archiveEvalSuite = operation({
  ...common,
  method: 'POST',
  path: '/projects/{projectId}/eval-suites/{suiteId}/archive',
  summary: 'Archive a suite: lists leave it out, and it does not run.',
  description:
    'Its cases, runs and settings stay, and can be read and changed. Its schedule does not fire, and a launch answers CONFLICT with `details.reason` SUITE_ARCHIVED. An archived suite stays archived. A suite that a file owns can be archived by any member; an import of the file leaves it archived.',
  input: NoInput,
  status: 200,
  reply: EvalSuiteDetail,
  bodyOptional: true,
});

export const attachEvalSuiteEnvironment = operation({
  ...common,
  method: 'POST',
  path: '/projects/{projectId}/eval-suites/{suiteId}/environments',
  headers: ['declaredSuiteId'],
  summary: 'Attach an environment to a suite.',
  description: `An environment that is attached already stays attached: \`attached\` is false then. ${FILE_OWNED}`,
  input: AttachEvalSuiteEnvironment,
  status: 200,
  reply: EvalSuiteEnvironmentAttached,
});

export const createEvalSuite = operation({
  ...common,
  method: 'POST',
  path: '/projects/{projectId}/eval-suites',
  headers: ['idempotencyKey'],
  summary: 'Author a runnable suite with its cases; nothing runs.',
  description: [
    'The suite and all of its cases are stored in one step, or nothing is, so `caseUpsert.failed` is always empty.',
    'Servers are looked up but not connected to: a server that is down now may be up when the suite runs. Whether a model can be executed is checked when a run starts.',
    "A `toolCall` step names one of the suite's servers by its name. A case whose steps call tools without any prompt needs no model; with no assertion of its own it passes when its calls succeed (no check that the result renders is added).",
    'Steps of kind `interact` and assertions about a live page can be authored; as long as an installation has no browser for them, a trial of them is an evaluator error.',
    '`repetitions` and `passThreshold` together make the suite grade per case; one alone, or either with `minimumAccuracy`, is refused.',
    'A project has one suite of a name; a second answers 409.',
    'For 24 hours a repeated request with an idempotency key answers as the first one did; with another body it is a CONFLICT with `details.reason` IDEMPOTENCY_CONFLICT.',
  ].join('\n\n'),
  tool: { creates: { type: 'evalSuite', path: '/projects/{projectId}/eval-suites/{suiteId}' } },
  input: CreateEvalSuite,
  status: 201,
  reply: EvalSuiteCreated,
});

export const deleteEvalSuite = operation({
  ...common,
  // The runs service answers it, because it hides the runs before the answer.
  service: 'runs',
  method: 'DELETE',
  path: '/projects/{projectId}/eval-suites/{suiteId}',
  summary: 'Delete a suite with its cases, its history and its runs.',
  description:
    'Any member can delete a suite that a file owns (`managedBy: ci`), too; the next import of the file makes another one. Its runs are gone for readers with the answer. UNAVAILABLE says that a service was away: send it again, and NOT_FOUND says that the suite was deleted then.',
  input: NoInput,
  status: 200,
  reply: EvalDeleted,
  bodyOptional: true,
});

export const getEvalSuite = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/eval-suites/{suiteId}',
  access: 'viewer',
  summary: 'Read a suite and its settings.',
  tool: true,
  input: GetEvalSuite,
  status: 200,
  reply: EvalSuiteDetail,
});

export const listEvalSuiteRevisions = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/eval-suites/{suiteId}/revisions',
  access: 'viewer',
  summary: "List the revisions of a suite's settings, newest first.",
  input: ListEvalSuiteRevisions,
  status: 200,
  reply: EvalSuiteRevisionPage,
});

export const listEvalSuites = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/eval-suites',
  access: 'viewer',
  summary: 'List the suites of a project, newest first, each with its latest run.',
  description:
    'The first page says how many suites each filter would find in the whole project, under the other filters.',
  tool: true,
  input: ListEvalSuites,
  status: 200,
  reply: EvalSuitePage,
});

export const restoreEvalSuite = operation({
  ...common,
  method: 'POST',
  path: '/projects/{projectId}/eval-suites/{suiteId}/restore',
  summary: 'Restore an archived suite.',
  description:
    'Its schedule runs again from its next time on: ticks that came due meanwhile are not made up for. A suite that is not archived stays as it is.',
  input: NoInput,
  status: 200,
  reply: EvalSuiteDetail,
  bodyOptional: true,
});

export const restoreEvalSuiteRevision = operation({
  ...common,
  method: 'POST',
  path: '/projects/{projectId}/eval-suites/{suiteId}/revisions/{revisionNumber}/restore',
  headers: ['declaredSuiteId'],
  summary: 'Give a suite the name and settings of an earlier revision, as a new revision.',
  description: `Cases, runs and the schedule stay as they are. A server, environment or client of that revision that the project no longer has is refused. ${FILE_OWNED}`,
  input: RestoreEvalSuiteRevision,
  status: 200,
  reply: EvalSuiteDetail,
  bodyOptional: true,
});

export const updateEvalSuite = operation({
  ...common,
  method: 'PATCH',
  path: '/projects/{projectId}/eval-suites/{suiteId}',
  headers: ['declaredSuiteId'],
  summary: 'Change a suite.',
  description: `All of a request is written, or nothing. Match options, validity, judge and execution configuration are merged; checks are replaced. \`repetitions\` and \`passThreshold\` together switch the suite to per-case grading, which drops its accuracy; both null switch it back. A CONFLICT over an older revision has the present one in \`details.currentRevisionNumber\`, and the revisions since in \`details.changes\`. ${FILE_OWNED}`,
  input: UpdateEvalSuite,
  status: 200,
  reply: EvalSuiteDetail,
});
