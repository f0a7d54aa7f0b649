import { DataTable, type Column } from '../../components/data-table/data-table.tsx';
import { Empty } from '../../components/empty/empty.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Mark, toneOf } from '../../components/mark/mark.tsx';
import { foundOf, resultMarks, resultWords, type LaneGroup, type RequirementRow } from './requirement-rows.ts';

const columns: Column<RequirementRow>[] = [
  {
    id: 'result',
    head: <span className="visually-hidden">Result</span>,
    kind: 'mark',
    cell: ({ requirement, settled }) =>
      requirement ? (
        <Mark kind={resultMarks[requirement.result]} word={resultWords[requirement.result]} />
      ) : (
        <Mark kind={settled.some(({ result }) => result === 'pass') ? 'passed' : 'pending'} word="settled" />
      ),
  },
  {
    id: 'requirement',
    head: 'Requirement',
    kind: 'fill',
    cell: ({ requirement, settled }) =>
      requirement ? (
        requirement.requirement
      ) : (
        <span className="muted">{settled.map(({ requirement: text }) => text.replace(/\.$/, '')).join('; ')}</span>
      ),
  },
  {
    id: 'found',
    head: 'What was found',
    narrow: 'below',
    cell: ({ requirement, settled }) =>
      requirement ? (
        <span
          className={`found cut ${requirement.result === 'fail' || requirement.result === 'notEvaluated' ? toneOf(resultMarks[requirement.result]) : 'muted'}`}
        >
          <Foreign text={foundOf(requirement)} />
        </span>
      ) : (
        <span className="muted">{settledWords(settled)}</span>
      ),
  },
];

function settledWords(settled: NonNullable<RequirementRow['settled']>): string {
  const met = settled.filter(({ result }) => result === 'pass').length;
  const apart = settled.length - met;
  return [met > 0 && `${met} met`, apart > 0 && `${apart} not applicable`].filter(Boolean).join(', ');
}

/** The requirements by lane. */
export const RequirementList = ({
  lanes,
  selected,
  onSelect,
}: {
  lanes: readonly LaneGroup[];
  selected: string | undefined;
  onSelect: (row: RequirementRow) => void;
}) =>
  lanes.length === 0 ? (
    <Empty title="No requirement fits the filters">Remove a filter to see the others.</Empty>
  ) : (
    <div className="frame tight requirements">
      <DataTable
        label="Requirements"
        noun="requirement"
        rowHeight={28}
        columns={columns}
        groups={lanes.map(({ lane, word, count, rows }) => ({
          id: lane,
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
