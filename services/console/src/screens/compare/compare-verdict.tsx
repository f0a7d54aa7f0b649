import type { ReactNode } from 'react';
import type { EvalRunCompare } from '@assay/sdk';
import { Foreign } from '../../components/foreign/foreign.tsx';
import type { MarkKind } from '../../components/mark/mark.tsx';
import { Verdict } from '../../components/verdict/verdict.tsx';
import { writePoints, writeRate } from '../../lib/format/numbers.ts';

const HEADS: Record<NonNullable<EvalRunCompare['statistics']>['noise'], readonly [MarkKind, string]> = {
  regression: ['failed', 'A regression.'],
  improvement: ['passed', 'An improvement.'],
  withinNoise: ['note', 'No difference beyond noise.'],
  notComparable: ['open', 'Not comparable.'],
};

/** Whether a run is worse than its baseline, with the difference of their rates. */
export function CompareVerdict({ compared, actions }: { compared: EvalRunCompare; actions: ReactNode }) {
  const { statistics, comparable, sentence } = compared;
  const [kind, word] = HEADS[statistics?.noise ?? 'notComparable'];
  return (
    <Verdict
      kind={kind}
      word={word}
      rest={statistics ? ratesText(statistics) : comparable.reasons[0]?.message}
      why={statistics?.message ?? <Foreign text={sentence} />}
      actions={actions}
    />
  );
}

function ratesText({ difference, base, compare }: NonNullable<EvalRunCompare['statistics']>): string | undefined {
  if (!difference || base.rate === null || compare.rate === null) return undefined;
  return `${writePoints(difference.delta)}, from ${writeRate(base.rate)} to ${writeRate(compare.rate)} of trials.`;
}
