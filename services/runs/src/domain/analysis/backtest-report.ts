import type { EvalBacktest } from '@assay/contract/areas/analysis/backtest';
import { agreementOf, type RatedTrial } from '@assay/grading/judging/agreement';

type Row = EvalBacktest['iterations'][number];
type Side = Row['before'];

/** An iteration that was replayed under a draft, or that could not be. */
export type BacktestedIteration = Omit<Row, 'before' | 'after'> &
  ({ isReplayed: true; before: Side; after: Side } | { isReplayed: false });

/** Sums up results before and after, and compares both with labels: `labels`, by iteration. */
export function backtestReport(
  tried: readonly BacktestedIteration[],
  labels: ReadonlyMap<string, boolean | undefined>,
  isAboutJudge: boolean,
): Omit<EvalBacktest, 'runId' | 'notJudged' | 'continuation'> {
  const replayed = tried.flatMap((each) => (each.isReplayed ? [each] : []));
  const iterations = replayed.map(({ isReplayed: _isReplayed, ...row }) => row);
  const turned = (from: Side['result'], to: Side['result']) =>
    iterations.filter(({ before, after }) => before.result === from && after.result === to).length;
  const rated = (side: 'before' | 'after') =>
    iterations.flatMap((row) => ratedIn(row[side], labels.get(row.iterationId), isAboutJudge));
  return {
    before: sumOf(iterations.map(({ before }) => before)),
    after: sumOf(iterations.map(({ after }) => after)),
    flips: { toPassed: turned('failed', 'passed'), toFailed: turned('passed', 'failed') },
    notReplayed: tried.length - replayed.length,
    iterations,
    ...([...labels.values()].some((label) => label !== undefined) && {
      agreement: { before: agreementOf(rated('before')), after: agreementOf(rated('after')) },
    }),
  };
}

function sumOf(sides: readonly Side[]): EvalBacktest['before'] {
  const count = (holds: (side: Side) => boolean) => sides.filter(holds).length;
  return {
    passed: count(({ result, evaluatorError }) => result === 'passed' && !evaluatorError),
    failed: count(({ result, evaluatorError }) => result === 'failed' && !evaluatorError),
    evaluatorErrors: count(({ evaluatorError }) => evaluatorError),
    judgePassed: count(({ judgePassed }) => judgePassed === true),
    judgeFailed: count(({ judgePassed }) => judgePassed === false),
  };
}

function ratedIn({ result, judgePassed }: Side, people: boolean | undefined, isAboutJudge: boolean): RatedTrial[] {
  const word = isAboutJudge ? judgePassed : result === null ? undefined : result === 'passed';
  return people === undefined || word === undefined || word === null ? [] : [{ people, judge: word }];
}
