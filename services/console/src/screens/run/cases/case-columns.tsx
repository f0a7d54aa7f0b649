import type { EvalRunCase } from '@assay/sdk';
import type { Column } from '../../../components/data-table/data-table.tsx';
import { Duration } from '../../../components/figures/figures.tsx';
import { Foreign } from '../../../components/foreign/foreign.tsx';
import { Mark } from '../../../components/mark/mark.tsx';
import { Ruler } from '../../../components/ruler/ruler.tsx';
import { Tag } from '../../../components/tag/tag.tsx';
import { TrialDots } from '../../../components/trial-dots/trial-dots.tsx';
import { writeCount } from '../../../lib/format/numbers.ts';
import { leftOutText, markOfCase, markOfTrial } from './trial-marks.ts';

/** The words of a stage. */
export const stageWord = (stage: string): string => (stage === 'userValue' ? 'user value' : stage);

const title = (withModel: boolean): Column<EvalRunCase> => ({
  id: 'case',
  head: 'Case',
  kind: 'fill',
  cell: ({ title: text, model }) => (
    <>
      <Foreign text={text} />
      {withModel && model !== null && (
        <>
          {' '}
          <code className="faint">{model}</code>
        </>
      )}
    </>
  ),
});
const mark: Column<EvalRunCase> = {
  id: 'mark',
  head: '',
  kind: 'mark',
  cell: (row) => <Mark kind={markOfCase(row)} />,
};
const trials: Column<EvalRunCase> = {
  id: 'trials',
  head: 'Trials',
  narrow: 'below',
  cell: (row) => <TrialDots outcomes={row.trials.map(markOfTrial)} />,
};
const passed: Column<EvalRunCase> = {
  id: 'passed',
  head: 'Passed',
  kind: 'number',
  cell: ({ passed: count, eligible }) => (eligible === 0 ? '–' : `${writeCount(count)} of ${writeCount(eligible)}`),
};
const ruler = (line: number | undefined): Column<EvalRunCase> => ({
  id: 'ruler',
  head: '0–100 %',
  narrow: 'hidden',
  cell: (row) => <CaseRuler row={row} line={line} />,
});
const p50: Column<EvalRunCase> = {
  id: 'p50',
  head: 'p50',
  kind: 'number',
  narrow: 'hidden',
  cell: ({ p50DurationMs }) => (
    <span className="muted">{p50DurationMs === null ? '–' : <Duration ms={p50DurationMs} />}</span>
  ),
};

function CaseRuler({ row, line }: { row: EvalRunCase; line: number | undefined }) {
  const { passed: count, eligible, passRateInterval, passThreshold = line, outcome } = row;
  if (!passRateInterval) return null;
  return (
    <Ruler
      rate={count / eligible}
      interval={{ low: passRateInterval.lower, high: passRateInterval.upper }}
      line={passThreshold}
      outcome={outcome === 'passed' || outcome === 'failed' ? outcome : outcome === 'open' ? 'none' : 'open'}
    />
  );
}

/** The columns of a run that is over. `line` is a share; where each case has a threshold, it is the line of its row. */
export const decidedColumns = (line: number | undefined, withModel: boolean): Column<EvalRunCase>[] => [
  mark,
  title(withModel),
  trials,
  passed,
  ruler(line),
  p50,
  {
    id: 'stage',
    head: 'Stage',
    narrow: 'hidden',
    cell: ({ firstFailure }) => firstFailure?.stage && <Tag>{stageWord(firstFailure.stage)}</Tag>,
  },
];

/** The columns of cases of which no trial says anything. */
export const undecidedColumns = (withModel: boolean): Column<EvalRunCase>[] => [
  mark,
  title(withModel),
  trials,
  {
    id: 'graded',
    head: 'Graded',
    kind: 'number',
    cell: ({ eligible, trials: all }) => `${writeCount(eligible)} of ${writeCount(all.length)}`,
  },
  {
    id: 'why',
    head: 'Why it says nothing about the server',
    narrow: 'below',
    cell: ({ excluded, because }) => (
      <span className="left-out">
        <Mark kind="excluded" word="" />
        {leftOutText(excluded) || because}
      </span>
    ),
  },
];

/** The columns of a run under way. */
export const liveColumns = (line: number | undefined, withModel: boolean): Column<EvalRunCase>[] => [
  mark,
  title(withModel),
  trials,
  passed,
  ruler(line),
  p50,
  {
    id: 'now',
    head: 'Now',
    narrow: 'hidden',
    cell: (row) => <span className="muted small">{nowText(row)}</span>,
  },
];

function nowText({ firstFailure, outcome, trials: all }: EvalRunCase): string {
  if (firstFailure?.stage) return stageWord(firstFailure.stage);
  if (all.includes('running')) return 'running';
  return outcome === 'open' ? 'waits for a slot' : '';
}
