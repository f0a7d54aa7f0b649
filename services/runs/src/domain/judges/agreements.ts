import type { Agreement, JudgeAgreement } from '@assay/contract/areas/judges/labels';
import { agreementOf, majorityVerdict } from '@assay/grading/judging/agreement';

/** A labelled iteration with the newest opinion of one version of the judge. */
export interface RatedIteration {
  judgeVersion: string;
  model: string;
  threshold: number;
  askedAt: Date;
  runId: string;
  iterationId: string;
  labelsPassed: number;
  labelsFailed: number;
  judge: boolean;
}

interface VersionAgreement {
  agreement: Agreement;
  newest: RatedIteration;
  disagreements: JudgeAgreement['versions'][number]['disagreements'];
}

/** At most this many iterations are named on which people and judge disagree. */
const MAX_NAMED = 50;

/**
 * How well each version of a judge agrees with people, by version. An iteration whose labels are tied does not count.
 */
export function judgeAgreements(rated: readonly RatedIteration[]): Map<string, VersionAgreement> {
  return new Map(
    [...Map.groupBy(rated, (each) => each.judgeVersion)].map(([version, of]) => [version, versionAgreement(of)]),
  );
}

function versionAgreement(rated: readonly RatedIteration[]): VersionAgreement {
  const newestFirst = rated.toSorted((a, b) => b.askedAt.getTime() - a.askedAt.getTime());
  const counted = newestFirst.flatMap((trial) => {
    const people = peopleOf(trial);
    return people === undefined ? [] : [{ ...trial, people }];
  });
  const verdict = (passed: boolean) => (passed ? ('passed' as const) : ('failed' as const));
  return {
    agreement: agreementOf(counted),
    newest: newestFirst[0]!,
    disagreements: counted
      .filter(({ people, judge }) => people !== judge)
      .slice(0, MAX_NAMED)
      .map(({ runId, iterationId, people, judge }) => ({
        runId,
        iterationId,
        people: verdict(people),
        judge: verdict(judge),
      })),
  };
}

/** Counts the iterations whose labels are tied. */
export const countTies = (rated: readonly RatedIteration[]): number =>
  new Set(rated.filter((trial) => peopleOf(trial) === undefined).map(({ iterationId }) => iterationId)).size;

const peopleOf = ({ labelsPassed: passed, labelsFailed: failed }: RatedIteration): boolean | undefined =>
  majorityVerdict({ passed, failed });
