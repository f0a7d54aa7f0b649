import type { GradingGap } from '@assay/contract/areas/eval-runs/cases-without-grading';
import type { EvalRunCase, TrialMark } from '@assay/contract/areas/eval-runs/run-cases';
import { countText } from './values.ts';

const GAPS: Record<GradingGap, string> = {
  noAssertion: 'it asserts nothing',
  advisoryOnly: 'all of its assertions are advisory',
  expectedOutputNotRead: 'no judge that decides reads its expected output',
};

/** Says why a case decides nothing. */
export const describeGap = (gap: GradingGap): string => `The case decides nothing: ${GAPS[gap]}.`;

/** The ends of trials that say nothing about the server, in words. */
const LEFT_OUT: Partial<Record<TrialMark, string>> = {
  evaluator: 'could not be judged',
  provider: "failed because of the model's provider",
  platform: 'failed because of this installation',
  cassette: 'had no answer in the cassette',
  skipped: 'could not begin',
  cancelled: 'cancelled',
  settled: 'not needed',
};

/** Says why nothing is known about a case, by the results of its trials that are in no rate. */
export function describeUndecidedCase(excluded: Record<string, number>): string {
  const counted = Object.entries(excluded).map(
    ([mark, count]) => `${countText(count)} ${LEFT_OUT[mark as TrialMark] ?? mark}`,
  );
  return counted.length === 0
    ? 'The case has no trial.'
    : `No trial says anything about the server: ${counted.join(', ')}.`;
}

/** The passed ones of a case's trials: `5 of 10 trials passed`. */
export const passedTrialsText = ({ passed, eligible }: Pick<EvalRunCase, 'passed' | 'eligible'>): string =>
  `${countText(passed)} of ${countText(eligible)} ${eligible === 1 ? 'trial' : 'trials'} passed`;

/** At most three lines about a failed case, each with its name in front: its expectation, what came, and the place. */
export const failureLines = ({ firstFailure }: Pick<EvalRunCase, 'firstFailure'>): string[] =>
  (['expected', 'came', 'evidence'] as const).flatMap((name) => {
    const text = firstFailure?.[name];
    return text === undefined ? [] : [`${name.padEnd(NAME_WIDTH)}${text}`];
  });

const NAME_WIDTH = 10;
