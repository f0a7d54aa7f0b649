import { useState } from 'react';
import { Button } from '../../components/button/button.tsx';
import { CallCard } from '../../components/call-card/call-card.tsx';
import { ConflictDialog } from '../../components/conflict-dialog/conflict-dialog.tsx';
import { Inheritance, type InheritanceMode } from '../../components/inheritance/inheritance.tsx';
import { Section } from '../../components/section/section.tsx';
import { StepList, type StepRow } from '../../components/step-list/step-list.tsx';
import { Tag } from '../../components/tag/tag.tsx';

const STEPS: readonly StepRow[] = [
  { id: 'call', icon: 'tool', name: 'order_status', words: 'call a tool' },
  {
    id: 'says',
    icon: 'assertion',
    name: 'toolResultContains',
    words: 'a result contains “in transit”',
    tags: <Tag>gating</Tag>,
  },
  { id: 'ask', icon: 'prompt', words: '', fault: 'The prompt is blank.' },
];

/** The parts of editors: steps, inherited checks, two edits beside each other, and a call. */
export const EditingSamples = () => (
  <>
    <StepSample />
    <InheritanceSample />
    <ConflictSample />
    <Section title="Call" about="what was sent, what came; evidence marked">
      <CallCard
        toolName="order_status"
        serverName="helpdesk"
        isError
        durationMs={150}
        sent={{ orderId: 'O-7790' }}
        came={{ content: [{ type: 'text', text: 'upstream carrier did not answer' }], isError: true }}
        marks={{ sent: [], came: [{ pointer: '/content/0/text' }] }}
      />
    </Section>
  </>
);

function StepSample() {
  const [rows, setRows] = useState(STEPS);
  const [chosen, setChosen] = useState<string | undefined>('call');
  return (
    <Section title="Steps" about="⌥↑ and ⌥↓ move, ⌫ removes; the last one is not valid">
      <StepList
        rows={rows}
        chosen={chosen}
        onChoose={setChosen}
        onMove={(from, to) => setRows(rows.toSpliced(from, 1).toSpliced(to, 0, rows[from]!))}
        onRemove={(id) => setRows(rows.filter((each) => each.id !== id))}
        editor={<p className="muted">The editor of the chosen step.</p>}
        foot={
          <Button small icon="plus" onClick={() => setRows(STEPS)}>
            All steps again
          </Button>
        }
      />
    </Section>
  );
}

function InheritanceSample() {
  const [mode, setMode] = useState<InheritanceMode>('extend');
  return (
    <Inheritance
      title="Inheritance"
      mode={mode}
      onMode={setMode}
      rows={[
        {
          id: 'inherited',
          mark: 'failed',
          name: 'noToolErrors',
          words: 'no call of the trial failed',
          origin: 'from the suite',
        },
        {
          id: 'suppressed',
          mark: 'passed',
          name: 'toolResultSizeUnder',
          words: 'a result is below 64 kB',
          origin: 'standard',
          isSuppressed: true,
        },
        {
          id: 'added',
          mark: 'passed',
          name: 'toolLatencyUnder',
          words: 'every call answers within 500 ms',
          origin: 'this case',
        },
      ]}
    />
  );
}

const BASE = { title: 'carrier is slow', runs: 5, needle: 'in transit' };

function ConflictSample() {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <Section title="Conflict" about="two edits of one object, field by field">
      <Button onClick={() => setOpen(true)}>Conflict</Button>
      {isOpen && (
        <ConflictDialog
          what="case"
          conflict={{
            base: { revision: 4, value: BASE },
            theirs: { revision: 5, value: { ...BASE, runs: 10, needle: 'expected Tuesday' } },
            yours: { ...BASE, runs: 8, title: 'the carrier is slow' },
            by: 'Grace',
            at: Date.UTC(2026, 10, 29, 9, 43),
          }}
          isRunning={false}
          onKeepEditing={close}
          onTakeTheirs={close}
          onSave={close}
        />
      )}
    </Section>
  );
}
