import type { VerdictChange } from '@assay/contract/areas/analysis/decision-steps';
import { quoteName } from '../quote.ts';
import { wilsonInterval } from '../statistics/wilson.ts';
import { casesText, countText, fractionLineText, trialsText } from '../words/values.ts';
import { reachesLine } from './decide-run.ts';

/** A case with one model, and its trials that are in the rate. */
export interface CountedCase {
  title: string;
  passed: number;
  failed: number;
  /** The assertion of its first failure. */
  assertion: string | null;
  /** It passed each trial in the baseline. */
  isRegressed: boolean;
  /** Fraction of its eligible trials that must pass, where the run is graded per case. */
  passThreshold: number;
}

interface CountedTrials {
  passed: number;
  total: number;
}

/** The number of assertions whose cases are named. */
const NAMED = 2;
const HUNDRED = 100;

const sum = (cases: readonly CountedCase[], of: 'passed' | 'failed'): number =>
  cases.reduce((total, each) => total + each[of], 0);

/** The smallest changes that would turn the verdict of a run by the rate of its trials, the furthest from it first. */
export function rateChanges(cases: readonly CountedCase[], minimumAccuracy: number): VerdictChange[] {
  const counted = { passed: sum(cases, 'passed'), total: sum(cases, 'passed') + sum(cases, 'failed') };
  if (counted.total === 0) return [];
  const needed = neededTrials(counted.total, minimumAccuracy);
  const at = (passed: number) => ({
    measurementUnit: 'trial' as const,
    passed,
    total: counted.total,
    rate: passed / counted.total,
    verdict: passed >= needed ? ('passed' as const) : ('failed' as const),
  });
  const changes =
    counted.passed >= needed
      ? turningToFailed(cases, { ...counted, needed, at })
      : turningToPassed(cases, { ...counted, needed, at });
  return [...changes, ...lineChange({ ...counted, needed, at }), ...doubtChange(counted, minimumAccuracy, at)];
}

interface Turning extends CountedTrials {
  /** The number of passed trials from which on the run passes. */
  needed: number;
  at: (passed: number) => Pick<VerdictChange, 'measurementUnit' | 'passed' | 'total' | 'rate' | 'verdict'>;
}

/** The least number of passed trials that reaches the line. */
function neededTrials(total: number, minimumAccuracy: number): number {
  let needed = Math.max(0, Math.floor((total * minimumAccuracy) / HUNDRED) - 1);
  while (!reachesLine(needed, total, minimumAccuracy)) needed++;
  return needed;
}

function turningToPassed(cases: readonly CountedCase[], { passed, needed, at }: Turning): VerdictChange[] {
  const failing = cases.filter(({ failed }) => failed > 0);
  const short = needed - passed;
  const mended = (kind: VerdictChange['kind'], condition: string, chosen: readonly CountedCase[]): VerdictChange => {
    const trials = sum(chosen, 'failed');
    const then = at(passed + trials);
    const missing = needed - then.passed;
    return {
      kind,
      condition,
      changes: `${casesText(chosen.length)}, ${trialsText(trials)}`,
      ...(missing > 0 && { note: `${trialsText(missing)} short of the line` }),
      cases: chosen.length,
      trials,
      ...then,
    };
  };
  const regressed = failing.filter(({ isRegressed }) => isRegressed);
  const byAssertion = [...Map.groupBy(failing, ({ assertion }) => assertion)]
    .flatMap(([assertion, of]) => (assertion === null ? [] : [{ assertion, of }]))
    .toSorted((a, b) => sum(b.of, 'failed') - sum(a.of, 'failed'))
    .slice(0, NAMED)
    .map(({ assertion, of }) =>
      mended('assertion', `${ofCases(of)} ${of.length === 1 ? 'passes' : 'pass'} where ${assertion} failed first`, of),
    );
  const stillShort = short - sum(regressed, 'failed');
  return [
    ...byAssertion,
    ...(regressed.length > 0
      ? [
          mended(
            'regressed',
            `all ${countText(regressed.length)} regressed ${regressed.length === 1 ? 'case passes' : 'cases pass'} again`,
            regressed,
          ),
        ]
      : []),
    ...(regressed.length > 0 && stillShort > 0
      ? [
          {
            kind: 'regressedAndMore' as const,
            condition: `the ${countText(regressed.length)}, and ${countText(stillShort)} more ${stillShort === 1 ? 'trial passes' : 'trials pass'}`,
            changes: trialsText(short),
            note: 'the smallest way to pass',
            trials: short,
            ...at(needed),
          },
        ]
      : [
          {
            kind: 'trials' as const,
            condition: `${countText(short)} of the failed trials pass`,
            changes: trialsText(short),
            note: 'the smallest way to pass',
            trials: short,
            ...at(needed),
          },
        ]),
  ];
}

function turningToFailed(cases: readonly CountedCase[], { passed, needed, at }: Turning): VerdictChange[] {
  const spare = passed - needed + 1;
  const chosen = fewest(cases, 'passed', spare);
  return [
    {
      kind: 'trials',
      condition: `${countText(spare)} more ${spare === 1 ? 'trial fails' : 'trials fail'}`,
      changes: trialsText(spare),
      note: 'the smallest way to fail',
      trials: spare,
      ...at(needed - 1),
    },
    {
      kind: 'cases',
      condition: `every trial of ${ofCases(chosen)} fails`,
      changes: `${casesText(chosen.length)}, ${trialsText(sum(chosen, 'passed'))}`,
      cases: chosen.length,
      trials: sum(chosen, 'passed'),
      ...at(passed - sum(chosen, 'passed')),
    },
  ];
}

/** The fewest cases that together have this number of trials. */
function fewest(cases: readonly CountedCase[], of: 'passed' | 'failed', trials: number): CountedCase[] {
  const chosen: CountedCase[] = [];
  for (const each of cases.toSorted((a, b) => b[of] - a[of])) {
    if (sum(chosen, of) >= trials) break;
    chosen.push(each);
  }
  return chosen;
}

const ofCases = (cases: readonly CountedCase[]): string =>
  cases.length === 1 ? `"${quoteName(cases[0]!.title)}"` : `the ${countText(cases.length)} cases`;

/** The line in whole percent on the other side of the rate. */
function lineChange({ passed, total, needed, at }: Turning): VerdictChange[] {
  const isPassed = passed >= needed;
  const line =
    (isPassed ? Math.floor((passed * HUNDRED) / total) + 1 : Math.floor((passed * HUNDRED) / total)) / HUNDRED;
  if (line > 1 || line <= 0) return [];
  return [
    {
      kind: 'line',
      condition: `the line is ${fractionLineText(line)} or ${isPassed ? 'higher' : 'lower'}`,
      changes: 'a change of the suite',
      line,
      ...at(passed),
      verdict: isPassed ? 'failed' : 'passed',
    },
  ];
}

/** The least number of passed trials with the whole interval above the line; none where it lies there already. */
function doubtChange({ passed, total }: CountedTrials, minimumAccuracy: number, at: Turning['at']): VerdictChange[] {
  const line = minimumAccuracy / HUNDRED;
  let certain = passed;
  while (certain <= total && wilsonInterval(certain, total)!.lower <= line) certain++;
  if (certain === passed || certain > total) return [];
  return [
    {
      kind: 'beyondDoubt',
      condition: 'the whole interval is above the line',
      changes: trialsText(certain - passed),
      trials: certain - passed,
      ...at(certain),
    },
  ];
}

/** The same of a run whose cases are decided one by one: each has to reach its own threshold. */
export function caseChanges(cases: readonly CountedCase[]): VerdictChange[] {
  const decided = cases
    .filter(({ passed, failed }) => passed + failed > 0)
    .map((each) => ({ ...each, needed: neededTrials(each.passed + each.failed, each.passThreshold * HUNDRED) }));
  const failing = decided.filter(({ passed, needed }) => passed < needed);
  const at = (passed: number): Pick<VerdictChange, 'measurementUnit' | 'passed' | 'total' | 'rate' | 'verdict'> => ({
    measurementUnit: 'caseVariant',
    passed,
    total: decided.length,
    rate: passed / decided.length,
    verdict: passed === decided.length ? 'passed' : 'failed',
  });
  if (failing.length > 0) {
    const trials = failing.reduce((total, { needed, passed }) => total + needed - passed, 0);
    return [
      {
        kind: 'trials',
        condition: `${ofCases(failing)} ${failing.length === 1 ? 'reaches its' : 'reach their'} threshold`,
        changes: `${casesText(failing.length)}, ${trialsText(trials)}`,
        note: 'the smallest way to pass',
        cases: failing.length,
        trials,
        ...at(decided.length),
      },
    ];
  }
  const [nearest] = decided.toSorted((a, b) => a.passed - a.needed - (b.passed - b.needed));
  if (!nearest || nearest.needed === 0) return [];
  const spare = nearest.passed - nearest.needed + 1;
  return [
    {
      kind: 'trials',
      condition: `${countText(spare)} more ${spare === 1 ? 'trial' : 'trials'} of "${quoteName(nearest.title)}" ${spare === 1 ? 'fails' : 'fail'}`,
      changes: trialsText(spare),
      note: 'the smallest way to fail',
      cases: 1,
      trials: spare,
      ...at(decided.length - 1),
    },
  ];
}
