import type { EvalRun } from '@assay/sdk';

/** The scope of a rerun: of what has no verdict, where the run has none. */
export const rerunScopeOf = ({ verdict }: EvalRun): 'failed_cases' | 'excluded' =>
  verdict === 'notEstablished' ? 'excluded' : 'failed_cases';
