import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { Id, nullable, oneOf, open, page, pageQuery } from '../../schema.ts';
import { DifferenceInterval } from '../analysis/statistics.ts';
import { EvalRunCase } from '../eval-runs/run-cases.ts';

const { testCaseId, caseId, title, ...inRun } = EvalRunCase.properties;

/** A difference of pass rates over the pairs of one case. */
export type PairedDifference = Static<typeof PairedDifference>;
export const PairedDifference = open(
  {
    pairs: Type.Integer({ minimum: 1, description: 'Trials with the same number, gradeable in both runs.' }),
    delta: Type.Number({ minimum: -1, maximum: 1, description: 'This run minus the base, as a fraction.' }),
    ...DifferenceInterval.properties,
  },
  {
    $id: 'EvalPairedDifference',
    description: "With its 95 % interval: Newcombe's for paired proportions.",
  },
);

/** One case in one run of a group. */
export type EvalRunGroupCell = Static<typeof EvalRunGroupCell>;
export const EvalRunGroupCell = open(
  {
    runId: Id,
    ...inRun,
    difference: nullable({
      ...PairedDifference,
      description: 'Against the base; null for the base itself, and where no trial has a gradeable partner.',
    }),
  },
  { $id: 'EvalRunGroupCell' },
);

/** One case with its results in every run of a group. */
export type EvalRunGroupCase = Static<typeof EvalRunGroupCase>;
export const EvalRunGroupCase = open(
  {
    testCaseId,
    caseId,
    title,
    differs: Type.Boolean({ description: 'Its outcome is not the same in all runs, or a run does not have it.' }),
    cells: Type.Array(EvalRunGroupCell, {
      description: 'In the order of the runs of the group; a run without the case has no cell.',
    }),
  },
  { $id: 'EvalRunGroupCase' },
);

export const EvalRunGroupCasePage = open(
  {
    ...page(EvalRunGroupCase, '').properties,
    counts: Type.Optional(
      open(
        {
          total: Type.Integer({ minimum: 0 }),
          differing: Type.Integer({ minimum: 0 }),
        },
        { description: 'Of all cases of the group, also under a filter; with the first page only.' },
      ),
    ),
  },
  { $id: 'EvalRunGroupCasePage' },
);

/** The filters of a group's cases; a case must match every given filter. */
export type ListEvalRunGroupCases = Static<typeof ListEvalRunGroupCases>;
export const ListEvalRunGroupCases = open(
  {
    ...pageQuery('', 50, 200).properties,
    baseRunId: Type.Optional({
      ...Id,
      description: 'The run of the group that the others are compared with; else the first.',
    }),
    only: Type.Optional(oneOf(['differing', 'same'], { description: 'The cases that differ, or the other ones.' })),
    q: Type.Optional(Type.String({ maxLength: 200, description: 'A part of the title, in any case.' })),
  },
  { $id: 'ListEvalRunGroupCases' },
);
