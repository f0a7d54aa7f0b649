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
    'Importing the file of a suite that a file owns makes the same suite again. The file of a suite made by hand cannot take that suite over: import it into another project, or here under another `name` and `id`.',
    'Settings of the suite and its cases that a file cannot express are never left out silently: the answer is a CONFLICT that names them. The schedule, the history, and the reasons that were given for cases that repeat others (`overrideReason`) are not part of a file.',
  ].join('\n\n'),
  input: ExportEvalSuiteFile,
  status: 200,
  reply: EvalSuiteFileExported,
  also: [409],
});

export const importEvalSuiteFile = operation({
  ...common,
  method: 'POST',
  path: '/projects/{projectId}/eval-suites/from-file',
  summary: "Make a suite equal to a file; creates the suite when none has the file's id.",
  description: [
    'The suite belongs to its file from then on: it is `managedBy: ci`, and only a file of the same id, or a writer that names this id as `declaredSuiteId`, changes it. A suite of that id that was made by hand is never taken over: CONFLICT.',
    'Cases are known by their ids. Cases that the file no longer has are deleted; unchanged cases are left alone. All of the file is written, or nothing.',
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
