import { DataTable, type Column } from '../../components/data-table/data-table.tsx';
import { Empty } from '../../components/empty/empty.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Mark } from '../../components/mark/mark.tsx';
import { writeCount } from '../../lib/format/numbers.ts';
import {
  findingsIn,
  groupsByRule,
  groupsByTool,
  phraseOf,
  type LintedReport,
  type LintGroup,
  type LintRow,
} from './lint-rows.ts';
import { severityMarks } from './severity-marks.ts';

/** The findings, grouped by tool or by rule. */
export function LintList({
  report,
  rows,
  by,
  selected,
  onSelect,
}: {
  report: LintedReport;
  rows: readonly LintRow[];
  by: 'tool' | 'rule';
  selected: string | undefined;
  onSelect: (row: LintRow) => void;
}) {
  if (rows.length === 0)
    return report.findings.length === 0 && report.suppressed.length === 0 ? (
      <Empty title="Nothing to rewrite">Each declaration satisfies each of {writeCount(report.rules)} rules.</Empty>
    ) : (
      <Empty title="No finding fits the filters">Remove a filter to see the others.</Empty>
    );
  const sizes = new Map(report.catalogue.tools.map(({ name, tokens }) => [name, tokens]));
  const groups = by === 'tool' ? groupsByTool(rows) : groupsByRule(rows);
  const omitted = Object.values(report.omitted ?? {}).reduce((sum, count) => sum + count, 0);
  return (
    <>
      <div className="frame tight">
        <DataTable
          label="Findings"
          noun="finding"
          rowHeight={28}
          columns={columnsOf(report, by)}
          groups={groups.map((group) => ({
            id: group.id,
            head: (
              <GroupHead group={group} by={by} tokens={group.name === undefined ? undefined : sizes.get(group.name)} />
            ),
            rows: group.rows,
          }))}
          idOf={({ id }) => id}
          selected={selected}
          onSelect={onSelect}
        />
      </div>
      {omitted > 0 && (
        <p className="small faint lint-foot">{writeCount(omitted)} further findings of the same rules are left out.</p>
      )}
    </>
  );
}

const GroupHead = ({
  group: { name, rows },
  by,
  tokens,
}: {
  group: LintGroup;
  by: 'tool' | 'rule';
  tokens: number | undefined;
}) => (
  <span className="row">
    {name === undefined ? (
      'Resources, prompts and the server'
    ) : (
      <code>
        <Foreign text={name} />
      </code>
    )}
    <span className="faint">{writeCount(findingsIn(rows))}</span>
    {by === 'tool' && tokens !== undefined && (
      <span className="faint push">{`about ${writeCount(tokens)} tokens`}</span>
    )}
  </span>
);

const columnsOf = (report: LintedReport, by: 'tool' | 'rule'): Column<LintRow>[] => [
  {
    id: 'severity',
    head: <span className="visually-hidden">Severity</span>,
    kind: 'mark',
    cell: ({ severity }) => <Mark kind={severityMarks[severity]} word={severity} />,
  },
  {
    id: 'finding',
    head: 'Finding',
    kind: 'fill',
    cell: (row) => <FindingText row={row} isNamed={by === 'rule' || row.kind !== 'tool'} />,
  },
  {
    id: 'costs',
    head: 'What it costs',
    narrow: 'hidden',
    cell: ({ ruleId }) => <span className="muted">{report.costs[ruleId]}</span>,
  },
];

function FindingText({ row, isNamed }: { row: LintRow; isNamed: boolean }) {
  const { phrase, names } = phraseOf(row);
  return (
    <span className="cut">
      {isNamed && row.name !== '' && (
        <>
          <code>
            <Foreign text={row.name} />
          </code>{' '}
        </>
      )}
      <span className={isNamed ? 'muted' : undefined}>
        <Foreign text={phrase} />
        {names.length > 0 && ': '}
        {names.map((name, at) => (
          <span key={`${at} ${name}`}>
            {at > 0 && ', '}
            <code>
              <Foreign text={name} />
            </code>
          </span>
        ))}
      </span>
    </span>
  );
}
