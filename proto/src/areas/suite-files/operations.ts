import { NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import { record } from '../../schema.ts';
import { EvalSuiteFileExported, EvalSuiteFileImported, ExportEvalSuiteFile, ImportEvalSuiteFile } from './documents.ts';

const common = { tag: 'Eval suites', access: 'member', service: 'suites' } as const;

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
  input: ExportEvalSuiteFile,
  status: 200,
  reply: EvalSuiteFileExported,
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
  input: ImportEvalSuiteFile,
  status: 200,
  reply: EvalSuiteFileImported,
  timeoutMs: 30_000,
});

export const getEvalSuiteFileSchema = operation({
  ...common,
  access: 'public',
  method: 'GET',
  path: '/eval-suite-file-schema',
  summary: 'Read the JSON Schema of suite files, for editors and offline validation.',
  input: NoQuery,
  status: 200,
  reply: record(),
});
