import type { ActionableFinding, InsightsEnvelope } from '@assay/sdk';
import { DataTable, type Column } from '../../../components/data-table/data-table.tsx';
import { Foreign } from '../../../components/foreign/foreign.tsx';
import { Mark } from '../../../components/mark/mark.tsx';
import { Note } from '../../../components/note/note.tsx';
import { Section } from '../../../components/section/section.tsx';
import { Tag } from '../../../components/tag/tag.tsx';
import { writeCount } from '../../../lib/format/numbers.ts';
import { FIX_IN, knownText } from './finding-words.ts';

const COLUMNS: readonly Column<ActionableFinding>[] = [
  {
    id: 'mark',
    head: '',
    kind: 'mark',
    cell: ({ severity }) => <Mark kind={severity === 'info' ? 'note' : 'failed'} />,
  },
  { id: 'finding', head: 'Finding', kind: 'fill', cell: ({ title }) => <Foreign text={title} /> },
  {
    id: 'cases',
    head: 'Cases',
    kind: 'number',
    narrow: 'hidden',
    cell: ({ caseIds }) => <span className="muted">{writeCount(caseIds.length)}</span>,
  },
  {
    id: 'trials',
    head: 'Trials',
    kind: 'number',
    cell: ({ affected }) => <span className="medium">{writeCount(affected.count)}</span>,
  },
  {
    id: 'fix',
    head: 'Fix in',
    narrow: 'below',
    cell: ({ actionTarget }) => <span className="muted">{FIX_IN[actionTarget]}</span>,
  },
  {
    id: 'known',
    head: 'Known',
    kind: 'number',
    narrow: 'hidden',
    cell: (finding) =>
      finding.status === 'new' ? <Tag tone="warn">new</Tag> : <span className="muted">{knownText(finding)}</span>,
  },
];

/** The findings, the most trials first; `j` and `k` move between them. */
export function Findings({
  insights,
  selected,
  onSelect,
  onOpen,
}: {
  insights: InsightsEnvelope;
  selected: string | undefined;
  onSelect: (id: string) => void;
  /** Shows the trials of a finding. */
  onOpen: (finding: ActionableFinding) => void;
}) {
  const { findings, truncation, resolvedFindings = [] } = insights;
  return (
    <Section
      title="What the failures have in common"
      about={`${findings.length}, the most trials first${truncation.omittedFindings > 0 ? `; ${truncation.omittedFindings} omitted` : ''}`}
    >
      {findings.length === 0 ? (
        <Note kind="note" title="The failures share no pattern" />
      ) : (
        <div className="frame">
          <DataTable
            label="Findings"
            noun="finding"
            opens="its trials"
            columns={COLUMNS}
            groups={[{ id: 'all', head: undefined, rows: findings }]}
            idOf={({ id }) => id}
            selected={selected}
            onSelect={({ id }) => onSelect(id)}
            onOpen={onOpen}
            hasFilters={false}
          />
        </div>
      )}
      {resolvedFindings.length > 0 && (
        <p className="small muted">
          Gone since the run before: {resolvedFindings.map(({ title }) => title).join('; ')}.
        </p>
      )}
    </Section>
  );
}
