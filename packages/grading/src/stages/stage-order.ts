import type { EvalStage, FailureCategory } from '@assay/contract/areas/analysis/decision-summary';

/** The stages in order, each with the category of its failure. */
export const CATEGORY_OF: Record<EvalStage, FailureCategory> = {
  connection: 'setup',
  discovery: 'metadata',
  selection: 'selection',
  call: 'arguments',
  response: 'serverData',
  userValue: 'userValue',
};

export const EVAL_STAGES = Object.keys(CATEGORY_OF) as EvalStage[];
