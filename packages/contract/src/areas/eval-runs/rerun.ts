import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, Id, oneOf, open } from '../../schema.ts';
import { EvalRunCreated } from './documents.ts';
import { ImportApproval, RunBudget } from './launch.ts';
import { ModelApiKeys } from '../model-providers/keys.ts';
import { RunStatus } from './status.ts';

const Scope = oneOf(['failed_cases'], {
  description: 'The cases with a trial that did not pass and was not merely left out.',
});

export const RerunEvalRun = closed(
  {
    scope: Scope,
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

const counts = <K extends string>(...names: K[]) =>
  open(Object.fromEntries(names.map((name) => [name, Type.Integer()])) as Record<K, ReturnType<typeof Type.Integer>>);

/** The cases that a rerun of a run would try again, and why. */
export type EvalRerunPreview = Static<typeof EvalRerunPreview>;
export const EvalRerunPreview = open(
  {
    runId: Id,
    suiteId: Id,
    scope: Scope,
    sourceStatus: RunStatus,
    sourceTerminal: Type.Boolean(),
    totalCaseCount: Type.Integer({ description: 'Cases of the run.' }),
    selectedCaseCount: Type.Integer(),
    selectedCaseIds: Type.Array(Id, { description: 'The failed cases that the suite still has, in its order.' }),
    reasons: {
      ...counts('failed', 'evaluator_error', 'timed_out', 'execution_failed', 'setup_failed', 'pending'),
      description:
        'Failed cases of the run, by the worst of their trials, including cases that the suite no longer has.',
    },
    excluded: {
      ...counts('passed', 'cancelled', 'skipped'),
      description: 'Cases of the run that are not tried again.',
    },
    rerunnable: Type.Boolean({ description: 'The run is over, and a case is selected.' }),
  },
  { $id: 'EvalRerunPreview' },
);

export const EvalRerunCreated = open(
  {
    ...EvalRunCreated.properties,
    rerunOfRunId: Id,
    rerunScope: Scope,
    selectedCaseCount: Type.Integer(),
  },
  { $id: 'EvalRerunCreated' },
);
