import { NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import {
  ExportTraces,
  GetEvalRunMarkdown,
  GetEvalRunOtlp,
  JunitReport,
  MarkdownSummary,
  OtlpTraces,
} from './documents.ts';

const common = { tag: 'Eval runs', access: 'member', service: 'runs' } as const;
const run = '/projects/{projectId}/eval-runs/{runId}';

export const exportEvalRunJunit = operation({
  ...common,
  method: 'GET',
  path: `${run}/junit.xml`,
  access: 'viewer',
  summary: 'Read a finished run as JUnit XML.',
  description:
    'A run that is not over is a CONFLICT with `details.reason` RUN_NOT_TERMINAL. A report of more than 48 MB is a VALIDATION_ERROR.',
  input: NoQuery,
  status: 200,
  reply: JunitReport,
  produces: 'application/junit+xml',
  also: [409],
});

export const exportEvalRunMarkdown = operation({
  ...common,
  method: 'GET',
  path: `${run}/summary.md`,
  access: 'viewer',
  summary: 'Read a finished run as Markdown: its verdict, its gate, and the cases that failed.',
  description:
    'For a comment on a pull request. A run that is not over is a CONFLICT with `details.reason` RUN_NOT_TERMINAL.',
  input: GetEvalRunMarkdown,
  status: 200,
  reply: MarkdownSummary,
  produces: 'text/markdown',
  also: [409],
});

export const exportEvalRunTraces = operation({
  ...common,
  method: 'GET',
  path: `${run}/otlp`,
  access: 'viewer',
  summary: "Export a run's traces for OpenTelemetry, page by page.",
  description:
    'OTLP/JSON with the conventions for generative AI and MCP, one trace per iteration under the trace id that the MCP servers were sent. The header `x-next-cursor` asks for the next page; `x-complete: true` says that this is the last one of a run that is over.',
  input: GetEvalRunOtlp,
  status: 200,
  reply: OtlpTraces,
  replyHeaders: {
    'x-next-cursor': 'The cursor of the next page; absent on the last one.',
    'x-complete': '`true` on the last page of a run that is over.',
  },
});

export const exportTraces = operation({
  ...common,
  method: 'GET',
  path: '/trace-exports/otlp',
  access: 'key',
  summary: "Export the traces of a project's finished runs for OpenTelemetry, page by page.",
  description:
    'OTLP/JSON as `GET …/eval-runs/{runId}/otlp` answers it, oldest run first; a page holds traces of one run, of at most `limit` iterations. A page without traces has an empty `resourceSpans`. The header `x-next-cursor` asks for the next page; `x-complete: true` says that this is the last one. The project `default` is the oldest one of the organization.',
  input: ExportTraces,
  status: 200,
  reply: OtlpTraces,
  replyHeaders: {
    'x-next-cursor': 'The cursor of the next page; absent on the last one.',
    'x-complete': '`true` on the last page.',
  },
});
