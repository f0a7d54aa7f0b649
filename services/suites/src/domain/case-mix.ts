import type { GenerateEvalCases } from '@assay/contract/documents/authoring';
import type { AuthoringTask } from '@assay/contract/documents/authoring-work';

export type CaseMix = NonNullable<AuthoringTask['caseMix']>;

const none: CaseMix = { simple: 0, multiTool: 0, multiTurn: 0, complex: 0, negative: 0 };

/** How many cases of each kind are drafted: what the mix says, unless it asks for nothing; then what the mode means. */
export function caseMixOf({ mode, caseMix }: Pick<GenerateEvalCases, 'mode' | 'caseMix'>): CaseMix {
  const asked = { ...none, ...caseMix };
  if (Object.values(asked).some((count) => count > 0)) return asked;
  switch (mode) {
    case 'negative': return { ...none, negative: 3 };
    case 'normal': return { ...none, simple: 3, multiTool: 1, multiTurn: 1 };
    case undefined: return { ...none, simple: 2, multiTool: 1, multiTurn: 1, negative: 1 };
  }
}
