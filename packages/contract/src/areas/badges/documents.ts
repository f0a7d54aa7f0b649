import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, EpochMs, Id, open } from '../../schema.ts';
import { BranchName } from '../gates/named-baseline.ts';

export const BADGE_TYPE = 'image/svg+xml';

const branch = Type.Optional(
  BranchName('The runs of this branch alone. Without it: all runs but the ones of pull requests.'),
);

export const CreateEvalSuiteBadge = closed({ branch }, { $id: 'EvalSuiteBadgeRequest' });

/** The link of a suite's badge. */
export type EvalSuiteBadge = Static<typeof EvalSuiteBadge>;
export const EvalSuiteBadge = open(
  {
    suiteId: Id,
    url: Type.String({ description: 'The address of the image. It holds a secret: who has it sees the badge.' }),
    branch,
    createdAt: EpochMs(),
  },
  { $id: 'EvalSuiteBadge' },
);

export const EvalSuiteBadgeDeleted = open(
  { suiteId: Id, deleted: Type.Literal(true) },
  { $id: 'EvalSuiteBadgeDeleted' },
);

export const BadgeImage = Type.String({
  description: 'The badge as SVG: `assay` and the verdict with the pass rate, such as `passed 93 %`.',
});
