import type { ReactNode } from 'react';
import { Foreign } from '../../components/foreign/foreign.tsx';
import type { MarkKind } from '../../components/mark/mark.tsx';
import { writeCount, writeCountOf } from '../../lib/format/numbers.ts';
import { kindOfVerdict } from '../../lib/run-verdict.ts';
import type { ListedSuite } from './suite-columns.tsx';

interface Sentence {
  kind: MarkKind;
  word: string;
  rest?: string;
}

/** The verdict over the suites that are listed. */
export function suitesVerdict(suites: readonly ListedSuite[], total: number, isFiltered: boolean): Sentence {
  const runs = suites.flatMap(({ latestRun }) => (latestRun ? [latestRun] : []));
  if (suites.length === 0) return { kind: 'pending', word: isFiltered ? 'No suite matches.' : 'No suite yet.' };
  if (runs.length === 0) return { kind: 'pending', word: 'No suite has run yet.' };
  const [failing, open] = [countOf(runs, 'failed'), countOf(runs, 'open')];
  const trials = runs.filter(({ measurementUnit }) => measurementUnit === 'trial');
  const sum = (field: 'passed' | 'total') => trials.reduce((all, run) => all + run[field], 0);
  const rest =
    trials.length === 0 || suites.length < total
      ? undefined
      : `${writeCount(sum('passed'))} of ${writeCountOf(sum('total'), 'trial')} passed in their last runs.`;
  const of = writeCountOf(suites.length, 'suite');
  const said = (kind: MarkKind, word: string): Sentence => ({ kind, word, ...(rest !== undefined && { rest }) });
  if (failing > 0) return said('failed', `${writeCount(failing)} of ${of} ${failing === 1 ? 'fails' : 'fail'}.`);
  if (open > 0) return said('open', `${writeCount(open)} of ${of} ${open === 1 ? 'has' : 'have'} no verdict.`);
  return said(
    'passed',
    runs.length === 1 ? 'The suite that ran passes.' : `All ${writeCount(runs.length)} suites that ran pass.`,
  );
}

const countOf = (runs: readonly NonNullable<ListedSuite['latestRun']>[], kind: string): number =>
  runs.filter(({ verdict }) => kindOfVerdict(verdict) === kind).length;

/** The most suites that the sentence names. */
const MAX_NAMED = 3;

/** Since when suites fail, and which schedules have no verdict. */
export function SuitesWhy({ suites }: { suites: readonly ListedSuite[] }) {
  const failing = suites.filter(({ latestRun }) => latestRun?.verdict === 'failed').slice(0, MAX_NAMED);
  const silent = suites
    .filter(({ schedule }) => schedule?.enabled && schedule.ticksWithoutVerdict > 0)
    .slice(0, MAX_NAMED);
  const parts: ReactNode[] = [
    ...failing.map((suite) => (
      <span key={suite.id}>
        <Name suite={suite} /> {sinceWhen(suite)}.{' '}
      </span>
    )),
    ...silent.map((suite) => (
      <span key={`schedule ${suite.id}`}>
        The schedule of <Name suite={suite} /> has had no verdict for{' '}
        {writeCountOf(suite.schedule!.ticksWithoutVerdict, 'tick')}.{' '}
      </span>
    )),
  ];
  return parts.length > 0 ? <>{parts}</> : <>Nothing here needs a person.</>;
}

const Name = ({ suite }: { suite: ListedSuite }) => (
  <b>
    <Foreign text={suite.name} />
  </b>
);

/** Since which of its last ten runs a suite fails. */
export function sinceWhen({ recentRuns, totals }: ListedSuite): string {
  const newestFirst = recentRuns.toReversed();
  const passedAt = newestFirst.findIndex(({ verdict }) => verdict !== 'failed');
  const failed = passedAt < 0 ? newestFirst : newestFirst.slice(0, passedAt);
  const since = failed.at(-1)!.runNumber;
  if (passedAt < 0)
    return totals.runs <= newestFirst.length
      ? 'has failed since its first run'
      : `has failed in its last ${failed.length} runs`;
  return failed.length === 1 ? `broke in run ${since}` : `has failed since run ${since}`;
}
