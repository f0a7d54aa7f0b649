import { Type, type Static } from 'typebox';
import { closed, Id, oneOf, open } from '../../schema.ts';
import { EvalRunCreated } from './documents.ts';
import { ImportApproval, RunBudget } from './launch.ts';
import { ModelApiKeys } from '../model-providers/keys.ts';
import { RunStatus } from './status.ts';

const Scope = oneOf(['failed_cases'], {
  description: 'The cases of which a trial did not pass and was not merely left out.',
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
    description: 'The server chooses the cases. Without a `budget` the rerun has that of the run.',
  },
);

const counts = <K extends string>(...names: K[]) =>
  open(Object.fromEntries(names.map((name) => [name, Type.Integer()])) as Record<K, ReturnType<typeof Type.Integer>>);

/** Which cases of a run a rerun would try again, and why. */
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
    selectedCaseIds: Type.Array(Id, { description: 'Those that the suite still has, in its order.' }),
    reasons: {
      ...counts('failed', 'evaluator_error', 'timed_out', 'execution_failed', 'setup_failed', 'pending'),
      description: 'Cases of the run that failed, by the worst of their trials, also those that the suite has no more.',
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
