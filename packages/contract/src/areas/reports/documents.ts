import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { CompareEvalRun } from '../analysis/compare.ts';
import { Id, oneOf, open, pageQuery, record } from '../../schema.ts';

/** A run as JUnit XML, for tools that collect test results. */
export const JunitReport = Type.String({
  $id: 'EvalRunJunitReport',
  description:
    'JUnit XML: a test suite, and a test case per case and model. `failure`: the case failed; `error`: nothing is known about it, or about the whole run; `skipped`: it was left out, or decides nothing.',
});

export type GetEvalRunMarkdown = Static<typeof GetEvalRunMarkdown>;
export const GetEvalRunMarkdown = open(
  {
    baseRunId: Type.Optional({
      ...Id,
      description:
        'A run of the same suite that is over: the summary says what changed since. Without it and `baseBranch`: the baseline that the launch of the run or its gate names, if it names one.',
    }),
    baseBranch: CompareEvalRun.properties.baseBranch,
  },
  { $id: 'GetEvalRunMarkdown' },
);

/** A run as Markdown, for people. */
export const MarkdownSummary = Type.String({
  $id: 'EvalRunMarkdownSummary',
  description: 'Markdown as GitHub renders it.',
});

export type GetEvalRunOtlp = Static<typeof GetEvalRunOtlp>;
export const GetEvalRunOtlp = open(
  {
    cursor: Type.Optional(Id),
    includeContent: Type.Optional(
      Type.Boolean({ description: 'With prompts, replies, arguments and results, masked; without them when absent.' }),
    ),
  },
  { $id: 'GetEvalRunOtlp' },
);

export type ExportTraces = Static<typeof ExportTraces>;
export const ExportTraces = open(
  {
    ...pageQuery('', 50, 200).properties,
    projectId: Id,
    sourceTypes: Type.Optional(
      oneOf(['evalRun'], { description: 'The sources of the traces: runs of evals, the only ones that are recorded.' }),
    ),
    includeContent: GetEvalRunOtlp.properties.includeContent,
  },
  { $id: 'ExportTraces' },
);

/** A page of a run's traces as OTLP/JSON: the body that a collector accepts at `/v1/traces`. */
export const OtlpTraces = open({ resourceSpans: Type.Array(record()) }, { $id: 'OtlpTraces' });
