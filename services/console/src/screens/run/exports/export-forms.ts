import type { EvalRun } from '@assay/sdk';
import { client } from '../../../data/client.ts';

/** A form in which a run leaves the platform. */
export interface ExportForm {
  id: 'summary' | 'junit' | 'otlp' | 'json' | 'yaml';
  word: string;
  form: string;
  purpose: string;
  file: string;
  type: string;
  operation: string;
  /** It comes in pages; the first one is shown and its further ones are asked for with a cursor. */
  isPaged?: boolean;
  read: (projectId: string, run: EvalRun, signal: AbortSignal) => Promise<string>;
}

const pretty = (document: unknown): string => JSON.stringify(document, null, 2);

/** Every export of a run. */
export const EXPORTS: readonly ExportForm[] = [
  {
    id: 'summary',
    word: 'Summary',
    form: 'Markdown',
    purpose: 'people, pull requests',
    file: 'summary.md',
    type: 'text/markdown',
    operation: 'exportEvalRunMarkdown',
    read: (projectId, { id: runId }, signal) => client.exportEvalRunMarkdown({ projectId, runId }, {}, { signal }),
  },
  {
    id: 'junit',
    word: 'JUnit',
    form: 'XML',
    purpose: 'CI systems',
    file: 'junit.xml',
    type: 'application/xml',
    operation: 'exportEvalRunJunit',
    read: (projectId, { id: runId }, signal) => client.exportEvalRunJunit({ projectId, runId }, { signal }),
  },
  {
    id: 'otlp',
    word: 'Traces',
    form: 'OTLP, JSON',
    purpose: 'your tracing',
    file: 'traces.json',
    type: 'application/json',
    operation: 'exportEvalRunTraces',
    isPaged: true,
    read: async (projectId, { id: runId }, signal) =>
      pretty(await client.exportEvalRunTraces({ projectId, runId }, {}, { signal })),
  },
  {
    id: 'json',
    word: 'Iterations',
    form: 'JSON',
    purpose: 'programs',
    file: 'iterations.json',
    type: 'application/json',
    operation: 'listEvalRunIterations',
    isPaged: true,
    read: async (projectId, { id: runId }, signal) =>
      pretty(await client.listEvalRunIterations({ projectId, runId }, { limit: 200 }, { signal })),
  },
  {
    id: 'yaml',
    word: 'Suite as a file',
    form: 'YAML',
    purpose: 'another project',
    file: 'suite.yaml',
    type: 'application/yaml',
    operation: 'exportEvalSuiteFile',
    read: async (projectId, { suiteId }, signal) =>
      textOf(await client.exportEvalSuiteFile({ projectId, suiteId }, {}, { signal })),
  },
];

const textOf = (document: unknown): string => (typeof document === 'string' ? document : pretty(document));
