import type { EvalRunCase } from '@assay/sdk';
import type { MarkKind } from '../../../components/mark/mark.tsx';

type TrialMark = EvalRunCase['trials'][number];

const MARKS: Record<TrialMark, MarkKind> = {
  open: 'pending',
  running: 'running',
  passed: 'passed',
  failed: 'failed',
  broken: 'failed',
  evaluator: 'excluded',
  provider: 'excluded',
  platform: 'excluded',
  cassette: 'excluded',
  skipped: 'excluded',
  cancelled: 'excluded',
  settled: 'excluded',
};

/** The mark of one trial: all that say nothing about the server are open lozenges. */
export const markOfTrial = (trial: TrialMark): MarkKind => MARKS[trial];

const OUTCOMES: Record<EvalRunCase['outcome'], MarkKind> = {
  passed: 'passed',
  failed: 'failed',
  undecided: 'open',
  open: 'pending',
};

/** The mark of a case: one with a trial under way, none of which failed, is running. */
export const markOfCase = ({ outcome, trials }: Pick<EvalRunCase, 'outcome' | 'trials'>): MarkKind =>
  outcome === 'open' && trials.includes('running') ? 'running' : OUTCOMES[outcome];

/** The ends that are in no rate, in words and with their counts: `2 excluded: provider, 3 skipped`. */
export function leftOutText(excluded: EvalRunCase['excluded']): string {
  const told = (marks: string[], word: string): string[] => {
    const named = marks.filter((mark) => excluded[mark]);
    const count = named.reduce((sum, mark) => sum + excluded[mark]!, 0);
    return count === 0 ? [] : [`${count} ${word}${word === 'excluded' ? `: ${named.join(', ')}` : ''}`];
  };
  return [
    ...told(['provider', 'platform', 'cassette', 'evaluator'], 'excluded'),
    ...told(['skipped', 'settled'], 'skipped'),
    ...told(['cancelled'], 'cancelled'),
  ].join(', ');
}
