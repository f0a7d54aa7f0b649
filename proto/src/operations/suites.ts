import {
  AttachEvalSuiteEnvironment,
  CreateEvalSuite,
  EvalDeleted,
  EvalSuiteCreated,
  EvalSuiteDetail,
  EvalSuiteEnvironmentAttached,
  EvalSuitePage,
  EvalSuiteRevisionPage,
  GetEvalSuite,
  ListEvalSuiteRevisions,
  ListEvalSuites,
  UpdateEvalSuite,
} from '../areas/suites/documents.ts';
import { NoInput, NoQuery } from '../none.ts';
import { UpdateEvalSuiteSchedule } from '../areas/schedules/documents.ts';
import {
  EvalSuiteFileExported,
  EvalSuiteFileImported,
  ExportEvalSuiteFile,
  ImportEvalSuiteFile,
} from '../areas/suite-files/documents.ts';
import { SuitesService } from '../gen/assay/v1/suites.ts';
import { operation } from '../operation.ts';
import { record } from '../schema.ts';

const common = { tag: 'Eval suites', access: 'member', service: 'suites' } as const;
const FILE_OWNED =
  'A suite that a file owns (`managedBy: ci`) answers CONFLICT with `details.reason` CI_OWNED_SUITE_READ_ONLY, unless `declaredSuiteId` is the id under which the file declares it.';

export const createEvalSuite = operation({
  ...common,
  method: 'POST',
  path: '/projects/{projectId}/eval-suites',
  summary: 'Author a runnable suite with its cases; nothing runs.',
  description: [
    'The suite and all of its cases are stored in one step, or nothing is, so `caseUpsert.failed` is always empty.',
    'Servers are looked up but not connected to: a server that is down now may be up when the suite runs. Whether a model can be executed is checked when a run starts.',
    "A `toolCall` step names one of the suite's servers by its name. A case whose steps call tools without any prompt needs no model; with no assertion of its own it passes when its calls succeed (no check that the result renders is added).",
    'Steps of kind `interact` and assertions about a live page can be authored; as long as an installation has no browser to act in, a trial of them is an evaluator error.',
    '`repetitions` and `passThreshold` together make the suite grade per case; one alone, or either with `minimumAccuracy`, is refused.',
    'A project has one suite of a name; a second answers 409.',
    'For 24 hours a repeated request with an idempotency key answers what the first one did; with another body it is a CONFLICT with `details.reason` IDEMPOTENCY_CONFLICT.',
  ].join('\n\n'),
  rpc: SuitesService.createSuite,
  input: CreateEvalSuite,
  status: 201,
  reply: EvalSuiteCreated,
});

export const listEvalSuites = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/eval-suites',
  access: 'viewer',
  summary: 'List the suites of a project, newest first, each with its latest run.',
  rpc: SuitesService.listSuites,
  input: ListEvalSuites,
  status: 200,
  reply: EvalSuitePage,
});

export const getEvalSuite = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/eval-suites/{suiteId}',
  access: 'viewer',
  summary: 'Read a suite and its settings.',
  rpc: SuitesService.getSuite,
  input: GetEvalSuite,
  status: 200,
  reply: EvalSuiteDetail,
});

export const updateEvalSuite = operation({
  ...common,
  method: 'PATCH',
  path: '/projects/{projectId}/eval-suites/{suiteId}',
  summary: 'Change a suite.',
  description: `All of a request is written, or nothing. Match options, validity, judge and execution configuration are merged; checks are replaced. \`repetitions\` and \`passThreshold\` together switch the suite to per-case grading, which drops its accuracy; both null switch it back. ${FILE_OWNED}`,
  rpc: SuitesService.updateSuite,
  input: UpdateEvalSuite,
  status: 200,
  reply: EvalSuiteDetail,
});

export const deleteEvalSuite = operation({
  ...common,
  method: 'DELETE',
  path: '/projects/{projectId}/eval-suites/{suiteId}',
  summary: 'Delete a suite with its cases, its history and its runs.',
  description:
    'A suite that a file owns (`managedBy: ci`) can be deleted by anybody, too; the next import of the file makes another one.',
  rpc: SuitesService.deleteSuite,
  input: NoInput,
  status: 200,
  reply: EvalDeleted,
  bodyOptional: true,
});

export const listEvalSuiteRevisions = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/eval-suites/{suiteId}/revisions',
  access: 'viewer',
  summary: "List the states that a suite's settings were in, newest first.",
  rpc: SuitesService.listRevisions,
  input: ListEvalSuiteRevisions,
  status: 200,
  reply: EvalSuiteRevisionPage,
});

export const attachEvalSuiteEnvironment = operation({
  ...common,
  method: 'POST',
  path: '/projects/{projectId}/eval-suites/{suiteId}/environments',
  summary: 'Attach an environment to a suite.',
  description: `An environment that is attached already stays so: \`attached\` is false then. ${FILE_OWNED}`,
  rpc: SuitesService.attachEnvironment,
  input: AttachEvalSuiteEnvironment,
  status: 200,
  reply: EvalSuiteEnvironmentAttached,
});

export const updateEvalSuiteSchedule = operation({
  ...common,
  method: 'PATCH',
  path: '/projects/{projectId}/eval-suites/{suiteId}/schedule',
  summary: 'Let a suite run by itself, every so often or by a cron expression.',
  description: [
    'Either `intervalMinutes` or `cron` is needed to switch it on for the first time; later the last one counts. Switching it off keeps what it was set to, and takes no `environmentId`.',
    'Ticks that nobody could serve, because the platform was down, are made up for by one run. A tick that cannot start a run is told in `statusReason`, and the next one tries again.',
    'A suite that has no case, or no server that is still saved, cannot be switched on.',
  ].join('\n\n'),
  rpc: SuitesService.updateSchedule,
  input: UpdateEvalSuiteSchedule,
  status: 200,
  reply: EvalSuiteDetail,
});

export const importEvalSuiteFile = operation({
  ...common,
  method: 'POST',
  path: '/projects/{projectId}/eval-suites/from-file',
  summary: "Make a suite what a file says, creating it when there is none of the file's id.",
  description: [
    'The suite belongs to its file from then on: it is `managedBy: ci`, and only a file of the same id, or a writer that names this id as `declaredSuiteId`, changes it. A suite of that id which somebody made by hand is never taken over: CONFLICT.',
    'Cases are known by their ids. Those that the file no longer has are deleted; those that did not change are left alone. All of the file is written, or nothing.',
    'promptfoo configurations and `mcpServers` suite files are converted, and every case says how faithfully (`import`): `exact` with the mapping, `approximated`, or `unsupported`.',
  ].join('\n\n'),
  rpc: SuitesService.importSuiteFile,
  input: ImportEvalSuiteFile,
  status: 200,
  reply: EvalSuiteFileImported,
  timeoutMs: 30_000,
});

export const exportEvalSuiteFile = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/eval-suites/{suiteId}/file',
  access: 'viewer',
  summary: 'Write a suite as a file.',
  description: [
    'The file of a suite that a file owns makes the same suite again. That of a suite made by hand is no way to take it over: it is imported into another project, or here under another `name` and `id`.',
    'What the suite and its cases say and a file cannot is never left out silently: the answer is a CONFLICT that names it. The schedule, the history, and the reasons that were given for cases that repeat others (`overrideReason`) are not part of a file.',
  ].join('\n\n'),
  rpc: SuitesService.exportSuiteFile,
  input: ExportEvalSuiteFile,
  status: 200,
  reply: EvalSuiteFileExported,
});

export const getEvalSuiteFileSchema = operation({
  ...common,
  access: 'public',
  method: 'GET',
  path: '/eval-suite-file-schema',
  summary: 'Read the JSON Schema of suite files, for editors and offline validation.',
  rpc: SuitesService.getSuiteFileSchema,
  input: NoQuery,
  status: 200,
  reply: record(),
});
