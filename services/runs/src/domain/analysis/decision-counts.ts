import type { DecisionSteps, LeftOutTrials } from '@assay/contract/areas/analysis/decision-steps';
import { TRIAL_MARKS, type EvalRunCase, type TrialMark } from '@assay/contract/areas/eval-runs/run-cases';
import type { CountedCase } from '@assay/grading/decisions/verdict-changes';

/** A case variant of a run with the ends of its iterations. */
export interface CaseEnds {
  title: string;
  trials: number;
  open: number;
  /** The position of each ended iteration times 16, and its mark. */
  ends: number[];
  outcome: EvalRunCase['outcome'];
  assertion: string | null;
  /** It passed each trial in the baseline and failed one here; null without a baseline. */
  isRegressed: boolean | null;
  passThreshold: number;
}

type Reason = LeftOutTrials['reason'];

const MARKS = 16;

/** Each reason for which a rate leaves out trials, in the order in which they are shown. */
const REASONS: Record<Reason, Pick<LeftOutTrials, 'meaning' | 'chargedTo'>> = {
  provider: { meaning: "the model's provider did not answer", chargedTo: 'none' },
  platform: { meaning: 'a runner was lost, or a queue overflowed', chargedTo: 'installation' },
  cassette: { meaning: 'the cassette has no answer', chargedTo: 'suite' },
  evaluator: { meaning: 'an assertion could not be judged', chargedTo: 'installation' },
  skipped: { meaning: 'the trial was not needed, or could not begin', chargedTo: 'none' },
  cancelled: { meaning: 'the run was ended before it', chargedTo: 'none' },
};
/** The marks of trials that did not take place. */
const UNTRIED: readonly TrialMark[] = ['skipped', 'cancelled', 'settled'];
const EXCLUDED: readonly TrialMark[] = ['provider', 'platform', 'cassette', 'evaluator'];

const markOf = (end: number): TrialMark => TRIAL_MARKS[end % MARKS]!;

/** The number of trials of a case by their results. */
function marksOf({ ends }: CaseEnds): Map<TrialMark, number> {
  const marks = new Map<TrialMark, number>();
  for (const end of ends) marks.set(markOf(end), (marks.get(markOf(end)) ?? 0) + 1);
  return marks;
}

/** The counts of a run, step by step and by reason, and its cases as changes of the verdict see them. */
export interface DecisionCounts {
  steps: DecisionSteps;
  leftOut: Omit<LeftOutTrials, 'earlierTrials'>[];
  cases: CountedCase[];
}

/** Counts a run from its case variants. */
export function countDecision(variants: readonly CaseEnds[]): DecisionCounts {
  const counted = variants.map((variant) => ({ variant, marks: marksOf(variant) }));
  const sum = (marks: readonly TrialMark[]): number =>
    counted.reduce((total, each) => total + marks.reduce((of, mark) => of + (each.marks.get(mark) ?? 0), 0), 0);
  const trials = counted.map(({ variant }) => variant.trials);
  const configured = trials.reduce((total, each) => total + each, 0);
  const untried = sum(UNTRIED) + counted.reduce((total, { variant }) => total + variant.open, 0);
  const excluded = sum(EXCLUDED);
  const withOutcome = (outcome: EvalRunCase['outcome']): number =>
    variants.filter((each) => each.outcome === outcome).length;
  const cases = counted.map(({ variant: { title, assertion, isRegressed, passThreshold }, marks }) => ({
    title,
    assertion,
    isRegressed: isRegressed ?? false,
    passThreshold,
    passed: marks.get('passed') ?? 0,
    failed: (marks.get('failed') ?? 0) + (marks.get('broken') ?? 0),
  }));
  return {
    steps: {
      configured: {
        trials: configured,
        fewest: trials.reduce((least, each) => Math.min(least, each), trials[0] ?? 0),
        most: trials.reduce((most, each) => Math.max(most, each), 0),
      },
      tried: { trials: configured - untried, leftOut: untried },
      counted: { trials: configured - untried - excluded, leftOut: excluded },
      passed: { trials: sum(['passed']), failed: sum(['failed', 'broken']) },
      cases: {
        total: variants.length,
        passed: withOutcome('passed'),
        failed: withOutcome('failed'),
        undecided: withOutcome('undecided'),
        open: withOutcome('open'),
        mixed: cases.filter(({ passed, failed }) => passed > 0 && failed > 0).length,
      },
    },
    leftOut: (Object.keys(REASONS) as Reason[]).map((reason) => ({
      reason,
      ...REASONS[reason],
      trials: sum(marksAs(reason)),
      cases: counted.filter(({ marks }) => marksAs(reason).some((mark) => marks.has(mark))).length,
    })),
    cases,
  };
}

/** A trial that was not needed is shown as a skipped one. */
const marksAs = (reason: Reason): TrialMark[] => (reason === 'skipped' ? ['skipped', 'settled'] : [reason]);

/** The number of trials that earlier runs left out for a reason, from their marks. */
export const earlierTrialsOf = (reason: Reason, marks: readonly { mark: number; count: number }[]): number =>
  marks
    .filter(({ mark }) => marksAs(reason).includes(TRIAL_MARKS[mark]!))
    .reduce((total, { count }) => total + count, 0);
