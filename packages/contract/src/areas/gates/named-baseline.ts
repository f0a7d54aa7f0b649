import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, Id } from '../../schema.ts';
import { Prose } from '../../text.ts';

/** The name of a branch, as the CI job of a run names it. */
export const BranchName = (description: string) => Prose(255, { minLength: 1, description });

/** A baseline by a branch. */
export const BranchBaseline = closed(
  {
    branch: BranchName(
      'The baseline is the newest run of this branch with a verdict, passed or failed, before the run that is compared: of the same suite, client and arm, of all cases, and not of a pull request.',
    ),
  },
  { $id: 'EvalBranchBaseline' },
);

/** A baseline by a branch or by the id of a run. */
export type NamedBaseline = Static<typeof NamedBaseline>;
export const NamedBaseline = closed(
  {
    branch: Type.Optional(BranchBaseline.properties.branch),
    runId: Type.Optional({ ...Id, description: 'A run of the same suite that is over.' }),
  },
  {
    $id: 'EvalNamedBaseline',
    minProperties: 1,
    maxProperties: 1,
    description: 'The run that a run is compared with. Without it: the newest completed run before it.',
  },
);
