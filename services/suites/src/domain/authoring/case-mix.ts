import type { GenerateEvalCases } from '@assay/contract/areas/authoring/requests';
import type { AuthoringTask } from '@assay/contract/areas/authoring/work';

export type CaseMix = NonNullable<AuthoringTask['caseMix']>;

const none: CaseMix = {
  simple: 0,
  multiTool: 0,
  multiTurn: 0,
  complex: 0,
  negative: 0,
};
const USUAL: CaseMix = {
  ...none,
  simple: 2,
  multiTool: 1,
  multiTurn: 1,
  negative: 1,
};
const OF_MODE = {
  normal: {
    ...none,
    simple: 3,
    multiTool: 1,
    multiTurn: 1,
  },
  negative: { ...none, negative: 3 },
};

/** How many cases of each kind to draft: the mix of the request, or the mix of its mode when the first is empty. */
export function caseMixOf({ mode, caseMix }: Pick<GenerateEvalCases, 'mode' | 'caseMix'>): CaseMix {
  const asked = { ...none, ...caseMix };
  if (Object.values(asked).some((count) => count > 0)) return asked;
  return mode === undefined ? USUAL : OF_MODE[mode];
}
