import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { Id, Moment, open, page, pageQuery, someOf } from '../../schema.ts';
import { BranchName } from '../gates/named-baseline.ts';
import { Prose } from '../../text.ts';
import { EvalRun, RunSource } from './documents.ts';
import { RunStatus, runVerdicts } from './status.ts';

export const EvalRunPage = page(EvalRun, 'EvalRunPage');

/** The runs of a list, counted by their verdict. */
export type EvalRunVerdictCounts = Static<typeof EvalRunVerdictCounts>;
export const EvalRunVerdictCounts = open(
  {
    total: Type.Integer(),
    isAtLeast: Type.Boolean({ description: 'There are more: the newest 10,000 runs are counted.' }),
    verdict: open({
      passed: Type.Integer(),
      failed: Type.Integer(),
      inconclusive: Type.Integer(),
      notEstablished: Type.Integer({ description: 'Runs under way are among them.' }),
    }),
  },
  {
    $id: 'EvalRunVerdictCounts',
    description:
      'The runs that match the other filters than `verdict`, by their verdict. With the first page only, on request.',
  },
);

export const EvalRunListPage = open(
  { ...page(EvalRun, '').properties, counts: Type.Optional(EvalRunVerdictCounts) },
  { $id: 'EvalRunListPage' },
);
export const ListEvalSuiteRuns = pageQuery('ListEvalSuiteRuns', 25, 100);

/** The filters of a project's runs; a run must match every given filter. */
export type ListEvalRuns = Static<typeof ListEvalRuns>;
export const ListEvalRuns = open(
  {
    ...pageQuery('', 50, 200).properties,
    status: Type.Optional(RunStatus),
    verdict: Type.Optional(someOf(runVerdicts, 'One verdict, or several that are separated by commas.')),
    suiteId: Type.Optional(Id),
    environmentId: Type.Optional({ ...Id, description: 'Runs that were launched with this environment.' }),
    model: Type.Optional(
      Type.String({ maxLength: 300, description: 'Runs with trials of this model, as `provider/name`.' }),
    ),
    runGroupId: Type.Optional(Id),
    q: Type.Optional(Type.String({ maxLength: 200, description: 'A part of the note, in any case.' })),
    source: Type.Optional(RunSource),
    since: Type.Optional(Moment('Runs created at this moment or later, in milliseconds since the epoch.')),
    until: Type.Optional(Moment('Runs created before this moment, in milliseconds since the epoch.')),
    branch: Type.Optional(BranchName('Runs whose CI job named this branch.')),
    commit: Type.Optional(
      Type.String({
        pattern: '^[0-9A-Za-z]{4,128}$',
        description: 'Runs whose CI job named this commit, or one that begins like this.',
      }),
    ),
    pullRequest: Type.Optional(Prose(64, { minLength: 1, description: 'Runs whose CI job named this pull request.' })),
    counts: Type.Optional(Type.Boolean({ description: 'Asks for the `counts` of the first page.' })),
  },
  { $id: 'ListEvalRuns' },
);
