import { useState } from 'react';
import { Button } from '../../components/button/button.tsx';
import { DataTable, type Column } from '../../components/data-table/data-table.tsx';
import { Duration } from '../../components/figures/figures.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Mark, type MarkKind } from '../../components/mark/mark.tsx';
import { Note } from '../../components/note/note.tsx';
import { Section } from '../../components/section/section.tsx';
import { Sample } from './sample.tsx';

interface SampleRow {
  id: string;
  kind: MarkKind;
  ms: number | undefined;
}
const SAMPLE_ROWS: readonly SampleRow[] = [
  { id: 'at rest', kind: 'passed', ms: 71 },
  { id: 'under the pointer', kind: 'failed', ms: 350 },
  { id: 'selected', kind: 'failed', ms: 132 },
  { id: 'without a duration', kind: 'open', ms: undefined },
];
const COLUMNS: readonly Column<SampleRow>[] = [
  { id: 'mark', head: '', kind: 'mark', cell: ({ kind }) => <Mark kind={kind} /> },
  { id: 'case', head: 'Row', kind: 'fill', cell: ({ id }) => <Foreign text={id} /> },
  { id: 'took', head: 'Took', kind: 'number', cell: ({ ms }) => <Duration ms={ms} /> },
];

/** The notes. */
export const Notes = () => (
  <Section title="Notes">
    <Sample>
      <div className="sample-notes">
        <Note kind="failed" title="argumentsMatchToolSchema at step fits">
          the value must have required property ‘amount’.
        </Note>
        <Note kind="open" title="One target would be refused" action={<Button small>Leave it out</Button>}>
          It names a sandbox image, and no launcher is installed.
        </Note>
        <Note kind="warning" title="2 changes break callers">
          Both are in refund_order.
        </Note>
        <Note kind="passed" title="Fair to compare">
          Same model, counts, rules and judge.
        </Note>
        <Note kind="running" title="Waits for a runner">
          No live runner has the label mac.
        </Note>
      </div>
    </Sample>
  </Section>
);

/** The rows of a list. */
export function Rows() {
  const [selected, setSelected] = useState('selected');
  return (
    <Section title="Rows">
      <div className="frame">
        <DataTable
          label="Rows"
          columns={COLUMNS}
          groups={[
            { id: 'one', head: undefined, rows: SAMPLE_ROWS },
            { id: 'other', head: 'Group 3', rows: [], isFolded: true },
          ]}
          idOf={({ id }) => id}
          selected={selected}
          onSelect={({ id }) => setSelected(id)}
        />
      </div>
    </Section>
  );
}
