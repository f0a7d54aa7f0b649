import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, Id, oneOf, open } from '../../schema.ts';
import { EvalRunCreated } from './documents.ts';
import { ImportApproval, RunBudget } from './launch.ts';
import { ModelApiKeys } from '../model-providers/keys.ts';
import { RunStatus } from './status.ts';

/** The cases that a rerun tries again. */
export type RerunScope = Static<typeof RerunScope>;
export const RerunScope = oneOf(['failed_cases', 'excluded'], {
  description:
    '`failed_cases`: the cases with a trial that did not pass and was not merely left out. `excluded`: the cases with a trial that has no verdict, because it was excluded, skipped or cancelled, or never began; a case that early stopping settled is not among them.',
});

export const RerunEvalRun = closed(
  {
    scope: RerunScope,
    modelApiKeys: Type.Optional(ModelApiKeys),
    budget: Type.Optional(RunBudget),
    importApprovals: Type.Optional(
      Type.Array(ImportApproval, {
        minItems: 1,
        maxItems: 10_000,
        description: 'An approval holds for one run, so approximated cases need another one.',
      }),
    ),
  },
  {
    $id: 'EvalRerunRequest',
    description: 'The server chooses the cases. Without a `budget` the rerun has the budget of the run.',
  },
);

export const PreviewEvalRerun = open(
  { scope: Type.Optional({ ...RerunScope, description: '`failed_cases` when absent.' }) },
  { $id: 'PreviewEvalRerun' },
);

const counts = <K extends string>(...names: K[]) =>
  open(Object.fromEntries(names.map((name) => [name, Type.Integer()])) as Record<K, ReturnType<typeof Type.Integer>>);

/** The cases that a rerun of a run would try again, and why. */
export type EvalRerunPreview = Static<typeof EvalRerunPreview>;
export const EvalRerunPreview = open(
  {
    runId: Id,
    suiteId: Id,
    scope: RerunScope,
    sourceStatus: RunStatus,
    sourceTerminal: Type.Boolean(),
    totalCaseCount: Type.Integer({ description: 'Cases of the run.' }),
    selectedCaseCount: Type.Integer(),
    selectedCaseIds: Type.Array(Id, { description: 'The cases of the scope that the suite still has, in its order.' }),
    reasons: {
      ...counts('failed', 'evaluator_error', 'timed_out', 'execution_failed', 'setup_failed', 'pending'),
      description:
        'Cases of the scope, by the worst of their trials, including cases that the suite no longer has. With the scope `excluded` a reason may also be `provider`, `platform`, `cassette`, `cancelled` or `skipped`.',
    },
    excluded: {
      ...counts('passed', 'cancelled', 'skipped'),
      description: 'Cases of the run that are not tried again; with the scope `excluded` some may also be `failed`.',
    },
    rerunnable: Type.Boolean({ description: 'The run is over, and a case is selected.' }),
  },
  { $id: 'EvalRerunPreview' },
);

export const EvalRerunCreated = open(
  {
    ...EvalRunCreated.properties,
    rerunOfRunId: Id,
    rerunScope: RerunScope,
    selectedCaseCount: Type.Integer(),
  },
  { $id: 'EvalRerunCreated' },
);
