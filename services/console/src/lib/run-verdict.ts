import type { ItemOf } from '../data/operations.ts';

type RunVerdict = ItemOf<'listEvalRuns'>['verdict'];
type TrialMark = ItemOf<'listEvalRunCases'>['trials'][number];

/** The mark of a run's verdict. */
export const kindOfVerdict = (verdict: RunVerdict): 'passed' | 'failed' | 'open' =>
  verdict === 'passed' || verdict === 'failed' ? verdict : 'open';

/** The mark of a case's outcome. */
export const kindOfOutcome = (
  outcome: ItemOf<'listEvalRunCases'>['outcome'],
): 'passed' | 'failed' | 'open' | 'running' =>
  outcome === 'passed' || outcome === 'failed' ? outcome : outcome === 'open' ? 'running' : 'open';

/** The mark of a trial: excluded ones say nothing about the server. */
export function kindOfTrial(mark: TrialMark): 'passed' | 'failed' | 'excluded' | 'pending' {
  if (mark === 'passed') return 'passed';
  if (mark === 'failed' || mark === 'broken') return 'failed';
  return mark === 'open' ? 'pending' : 'excluded';
}
