import { DataTable, type Column } from '../../components/data-table/data-table.tsx';
import { Empty } from '../../components/empty/empty.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Mark, toneOf } from '../../components/mark/mark.tsx';
import { writeCount } from '../../lib/format/numbers.ts';
import {
  outcomeMarks,
  outcomeWords,
  shortName,
  type AreaGroup,
  type Scenario,
  type ScenarioRow,
} from './scenario-rows.ts';

const columns: Column<ScenarioRow>[] = [
  {
    id: 'outcome',
    head: <span className="visually-hidden">Outcome</span>,
    kind: 'mark',
    cell: ({ outcome }) => <Mark kind={outcomeMarks[outcome]} word={outcomeWords[outcome]} />,
  },
  {
    id: 'asked',
    head: 'What is asked',
    kind: 'fill',
    cell: (row) => <Asked row={row} />,
  },
  {
    id: 'found',
    head: 'What was found',
    narrow: 'below',
    cell: ({ outcome, scenarios, isSingle }) => {
      const [one] = scenarios;
      if (!isSingle)
        return (
          <span className="muted">
            {outcome === 'passed' ? (
              `${scenarios.length} passed`
            ) : outcome === 'notApplicable' ? (
              'no claim either way'
            ) : (
              <span className="found cut">
                <Foreign text={sameReason(scenarios)} />
              </span>
            )}
          </span>
        );
      return (
        <span
          className={`found cut ${outcome === 'failed' || outcome === 'couldNotRun' ? toneOf(outcomeMarks[outcome]) : 'muted'}`}
        >
          <Foreign text={one!.reason ?? outcomeWords[outcome]} />
        </span>
      );
    },
  },
];

function Asked({ row: { outcome, scenarios, isSingle } }: { row: ScenarioRow }) {
  const [one] = scenarios;
  if (isSingle) return <Foreign text={(one!.title ?? one!.name).replace(/\.$/, '')} />;
  if (outcome === 'couldNotRun')
    return (
      <>
        {writeCount(scenarios.length)} could not run:{' '}
        <span className="muted">{scenarios.map(({ name }) => shortName(name)).join(', ')}</span>
      </>
    );
  if (outcome === 'notApplicable') return <span className="muted">{reasonsIn(scenarios)}</span>;
  return (
    <Foreign text={scenarios.map(({ name, title }) => (title ?? shortName(name)).replace(/\.$/, '')).join('; ')} />
  );
}

const sameReason = (scenarios: readonly Scenario[]): string => {
  const reasons = new Set(scenarios.map(({ reason }) => reason));
  return reasons.size === 1 ? ([...reasons][0] ?? 'no result') : `${reasons.size} reasons`;
};

/** Why scenarios do not apply, the most frequent reason first. */
function reasonsIn(scenarios: readonly Scenario[]): string {
  const counted = [...Map.groupBy(scenarios, ({ reason }) => kindOf(reason ?? ''))].sort(
    (a, b) => b[1].length - a[1].length,
  );
  return counted.map(([words, own]) => `${own.length} ${words}`).join(', ');
}

function kindOf(reason: string): string {
  if (/does not have this rule/.test(reason)) return 'rules of other revisions';
  if (/has no (tool|prompt|resource|resource template) /.test(reason)) return 'about items of the suite’s own server';
  if (/does not declare|names a user interface/.test(reason)) return 'about undeclared features';
  return 'about other servers';
}

/** The scenarios by area. */
export const ScenarioList = ({
  areas,
  selected,
  onSelect,
}: {
  areas: readonly AreaGroup[];
  selected: string | undefined;
  onSelect: (row: ScenarioRow) => void;
}) =>
  areas.length === 0 ? (
    <Empty title="No scenario fits the filters">Remove a filter to see the others.</Empty>
  ) : (
    <div className="frame tight scenarios">
      <DataTable
        label="Scenarios"
        noun="scenario"
        rowHeight={28}
        columns={columns}
        groups={areas.map(({ area, word, count, rows }) => ({
          id: area,
          head: (
            <>
              {word} <span className="faint">{count}</span>
            </>
          ),
          rows,
        }))}
        idOf={({ id }) => id}
        selected={selected}
        onSelect={onSelect}
      />
    </div>
  );
