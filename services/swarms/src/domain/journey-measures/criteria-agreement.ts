import { canonicalJson } from '@assay/contract/canonical';
import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import type { StudyAgreement } from '@assay/contract/areas/journey-measures/study-agreement';
import { measuredShare } from '@assay/grading/measures/measured-rate';
import type { FrozenCriterion } from '../journeys/rubric.ts';
import { ofCriterion } from '../journey-runs/tally.ts';
import type { MeasuredRun } from './measures-view.ts';
import { compared, FEWEST_SESSIONS, ranksOf } from './study-agreement.ts';

/** At most this many criteria are compared. */
const COMPARED = 100;

/** A criterion of a journey with the counts of a wave's sessions. */
export interface WaveCriterion {
  journeyId: string;
  journeyName: string;
  criterion: FrozenCriterion;
  passed: number;
  failed: number;
}

/** The criteria of a wave's journeys; one that was changed between two runs is two. */
export function criteriaOfWave(runs: readonly MeasuredRun[]): WaveCriterion[] {
  const criteria = new Map<string, WaveCriterion>();
  for (const { journeyId, spec, tally } of runs)
    for (const criterion of spec.rubric?.criteria ?? []) {
      const key = canonicalJson([journeyId, criterion]);
      const before = criteria.get(key) ?? { passed: 0, failed: 0 };
      const counted = (status: 'passed' | 'failed') => tally[ofCriterion(criterion.id, status)] ?? 0;
      criteria.set(key, {
        journeyId,
        journeyName: spec.journeyName,
        criterion,
        passed: before.passed + counted('passed'),
        failed: before.failed + counted('failed'),
      });
    }
  return [...criteria.values()]
    .toSorted((a, b) => a.journeyId.localeCompare(b.journeyId) || a.criterion.id.localeCompare(b.criterion.id))
    .slice(0, COMPARED);
}

/** The assertions by which people's conversations can be graded, too. */
export const assertionsOf = (criteria: readonly WaveCriterion[]): EvalAssertion[] =>
  criteria.flatMap(({ criterion }) => (criterion.kind === 'assertion' ? [criterion.assertion] : []));

type Item = StudyAgreement['criteria']['items'][number];

/** How people's conversations fared by the assertions of a wave, in their order. */
export interface GradedPeople {
  sessions: number;
  shares: readonly { passed: number; failed: number }[];
}

/** Each criterion of a wave beside the same criterion for people; `people` is undefined when they were not graded. */
export function comparedCriteria(
  criteria: readonly WaveCriterion[],
  people: GradedPeople | undefined,
): StudyAgreement['criteria'] {
  const shares = people?.shares.values();
  const items = criteria.map(({ journeyId, journeyName, criterion, passed, failed }): Item => {
    const { id: criterionId, label, kind } = criterion;
    const graded = kind === 'assertion' ? shares?.next().value : undefined;
    const all = graded ? graded.passed + graded.failed : 0;
    const real = measuredShare(graded?.passed ?? 0, all);
    const synthetic = measuredShare(passed, passed + failed);
    return {
      journeyId,
      journeyName,
      criterionId,
      label,
      kind,
      ...compared(real, synthetic),
      real: all > 0 ? real : null,
      notMeasured: notMeasured(kind, graded && all),
    };
  });
  const ranked = items.flatMap(({ real, synthetic }) =>
    real && synthetic.denominator > 0 ? [{ real, synthetic }] : [],
  );
  const isFew = ranked.some((each) =>
    [each.real, each.synthetic].some(({ denominator }) => denominator < FEWEST_SESSIONS),
  );
  return { ranks: ranksOf(ranked, isFew), gradedSessions: people?.sessions ?? 0, items };
}

/** Why people have no rate by a criterion; null when they have one. `graded` is undefined when they were not graded. */
function notMeasured(kind: FrozenCriterion['kind'], graded: number | undefined): Item['notMeasured'] {
  if (kind === 'goal') return 'needsJudge';
  if (graded === undefined) return 'notAsked';
  return graded === 0 ? 'notGradable' : null;
}
