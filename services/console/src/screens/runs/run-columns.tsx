import type { EvalRun } from '@assay/sdk';
import type { Column } from '../../components/data-table/data-table.tsx';
import { Duration, Time } from '../../components/figures/figures.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Mark } from '../../components/mark/mark.tsx';
import { Ruler } from '../../components/ruler/ruler.tsx';
import { writeCount, writeRate } from '../../lib/format/numbers.ts';
import { isUnderWay, markOfRun, rulerOf } from '../run/run-words.tsx';

/** Why a run is of note: the code of its stop, its note, or what it was launched for. */
export function RunNote({ run }: { run: EvalRun }) {
  const { stopped, notes, rerunOfRunId, rerunScope, runGroupId, arm, ciMetadata, source } = run;
  if (stopped) return <code>{stopped.code}</code>;
  if (notes !== null && notes !== '') return <Foreign text={notes} />;
  if (rerunOfRunId !== undefined)
    return rerunScope === 'excluded' ? 'rerun of what was missing' : 'rerun of failed cases';
  if (arm !== undefined) return <Foreign text={arm} />;
  if (ciMetadata?.commitMessage !== undefined) return <Foreign text={ciMetadata.commitMessage} />;
  if (runGroupId !== undefined) return 'run group';
  return source === 'schedule' ? 'scheduled' : '';
}

/** Where a run took place: its environment, its client, or the servers of its suite. */
export const RunPlace = ({ run: { environment, client } }: { run: EvalRun }) =>
  environment ? (
    <Foreign text={environment.name ?? 'made for the launch'} />
  ) : client.source === 'attached_host' ? (
    <Foreign text={client.name} />
  ) : (
    <span className="muted">the suite’s servers</span>
  );

const counted = ({ summary: { passed, failed, total } }: EvalRun): string =>
  total === 0 ? '–' : `${writeCount(passed)} of ${writeCount(passed + failed)}`;

/** The columns of the list of runs; beside an inspector some give way. */
export const runColumns = ({ withSuite, isNarrow }: { withSuite: boolean; isNarrow: boolean }): Column<EvalRun>[] => {
  const wide: Column<EvalRun>[] = [
    {
      id: 'ruler',
      head: '95 % interval against its line',
      narrow: 'hidden',
      cell: (run) => {
        const ruler = rulerOf(run);
        if (ruler) return <Ruler width={144} {...ruler} />;
        return <span className="muted small">{isUnderWay(run) ? 'under way' : 'no verdict, no rate'}</span>;
      },
    },
    {
      id: 'excluded',
      head: 'Excluded',
      kind: 'number',
      narrow: 'hidden',
      cell: ({ trials: { excluded, skipped } }) => (
        <span className={excluded + skipped > 0 ? 'open' : 'muted'}>{writeCount(excluded + skipped)}</span>
      ),
    },
    {
      id: 'took',
      head: 'Took',
      kind: 'number',
      narrow: 'hidden',
      cell: ({ durationMs }) => (
        <span className="muted">{durationMs === null ? '–' : <Duration ms={durationMs} />}</span>
      ),
    },
  ];
  const where: Column<EvalRun>[] = [
    { id: 'place', head: 'Environment', narrow: 'below', cell: (run) => <RunPlace run={run} /> },
    {
      id: 'model',
      head: 'Model',
      narrow: 'hidden',
      cell: ({ effectiveModelId }) =>
        effectiveModelId ? <code>{effectiveModelId}</code> : <span className="faint">–</span>,
    },
  ];
  return [
    { id: 'mark', head: '', kind: 'mark', cell: (run) => <Mark kind={markOfRun(run)} /> },
    { id: 'run', head: 'Run', kind: 'number', cell: ({ runNumber }) => <span className="medium">{runNumber}</span> },
    ...(withSuite
      ? [
          {
            id: 'suite',
            head: 'Suite',
            cell: ({ suiteName }: EvalRun) => <Foreign text={suiteName} />,
          } satisfies Column<EvalRun>,
        ]
      : []),
    {
      id: 'note',
      head: 'Why, or note',
      kind: 'fill',
      cell: (run) => (
        <span className="muted">
          <RunNote run={run} />
        </span>
      ),
    },
    ...(isNarrow ? [] : where),
    { id: 'passed', head: 'Passed', kind: 'number', cell: counted },
    {
      id: 'rate',
      head: 'Rate',
      kind: 'number',
      narrow: 'hidden',
      cell: (run) => <span className="muted">{writeRate(rulerOf(run)?.rate)}</span>,
    },
    ...(isNarrow ? [] : wide),
    {
      id: 'launched',
      head: (
        <>
          Launched{' '}
          <span className="sort" aria-label="newest first">
            ↓
          </span>
        </>
      ),
      kind: 'number',
      narrow: 'hidden',
      cell: ({ createdAt }) => (
        <span className="muted">
          <Time time={createdAt} />
        </span>
      ),
    },
  ];
};
