import type { Agreement } from '@assay/contract/areas/judges/labels';
import { kappaOf } from './kappa.ts';

/** The verdicts of people and of the judge on one iteration. */
export interface RatedTrial {
  people: boolean;
  judge: boolean;
}

/** The agreement of two raters, corrected for chance. */
export function agreementOf(rated: readonly RatedTrial[]): Agreement {
  const count = (people: boolean, judge: boolean) =>
    rated.filter((each) => each.people === people && each.judge === judge).length;
  const matrix = {
    bothPassed: count(true, true),
    onlyJudgePassed: count(false, true),
    onlyPeoplePassed: count(true, false),
    bothFailed: count(false, false),
  };
  const { bothPassed, onlyJudgePassed, onlyPeoplePassed, bothFailed } = matrix;
  const n = rated.length;
  const share = (part: number) => (n === 0 ? null : part / n);
  return {
    n,
    matrix,
    observedAgreement: share(bothPassed + bothFailed),
    passRates: { judge: share(bothPassed + onlyJudgePassed), people: share(bothPassed + onlyPeoplePassed) },
    kappa: kappaOf([
      [bothPassed, onlyJudgePassed],
      [onlyPeoplePassed, bothFailed],
    ]),
  };
}

/** The majority of several verdicts; undefined for a tie. */
export const majorityVerdict = ({ passed, failed }: { passed: number; failed: number }): boolean | undefined =>
  passed === failed ? undefined : passed > failed;
