import { useState } from 'react';
import type { TraceSpan } from '@assay/contract/areas/transcripts/trace';
import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import { AssertionList, type AssertionItem } from '../../components/assertion-list/assertion-list.tsx';
import { Conversation } from '../../components/conversation/conversation.tsx';
import type { Turn } from '../../components/conversation/turns.ts';
import { Difference } from '../../components/difference/difference.tsx';
import { MatrixGrid } from '../../components/matrix-grid/matrix-grid.tsx';
import type { MatrixPlace, MatrixRow } from '../../components/matrix-grid/matrix-rows.ts';
import { Section } from '../../components/section/section.tsx';
import { Waterfall } from '../../components/waterfall/waterfall.tsx';

const span = (id: string, category: TraceSpan['category'], startMs: number, endMs: number): TraceSpan => ({
  id,
  name: category === 'tool' ? `tools/call ${id}` : id,
  category,
  startMs,
  endMs,
  stepIndex: 0,
});
const SPANS: readonly TraceSpan[] = [
  span('prompt ask', 'step', 0, 303),
  span('connect helpdesk', 'client', 75, 118),
  span('chat scripted/rules', 'llm', 119, 126),
  span('search_tickets', 'tool', 126, 190),
  { ...span('assign_ticket', 'tool', 210, 290), status: 'error' },
];

const ITEMS: readonly AssertionItem[] = [
  { id: 'a', kind: 'passed', name: 'noToolErrors', tags: ['suite'], stage: 'response', reason: 'No tool call failed.' },
  { id: 'b', kind: 'failed', name: 'toolCalledWith', tags: ['step'], stage: 'selection', reason: 'It was not called.' },
  { id: 'c', kind: 'open', name: 'responseContains', tags: ['step', 'advisory'], reason: 'No reply was captured.' },
  { id: 'd', kind: 'pending', name: 'textVisible', tags: ['live', 'not applicable'], reason: 'There was no page.' },
];

const CALL: TranscriptToolCall = {
  id: 'call_1',
  stepId: 'ask',
  stepIndex: 0,
  serverId: 'srv',
  serverName: 'helpdesk',
  toolName: 'assign_ticket',
  arguments: { id: 'T-1046', agent: 'ada' },
  result: { content: [{ type: 'text', text: 'T-1046 is assigned to ada' }] },
  isError: false,
  startMs: 235,
  latencyMs: 46,
  resultBytes: 64,
};
const TURNS: readonly Turn[] = [
  { id: 'm0', who: 'Prompt', turn: 1, text: 'Hand the urgent ticket to linus.', messageIndex: 0 },
  { id: 'call_1', who: 'Tool', turn: 1, call: CALL, messageIndex: 1 },
  { id: 'm2', who: 'Model', turn: 1, text: 'Done: ada has it.', messageIndex: 2 },
];
const MARKS = new Map([['call_1', { arguments: [{ pointer: '/agent' }] }]]);

/** Twenty columns and five hundred rows: more than any group of runs has. */
const COLUMNS = Array.from({ length: 20 }, (_, index) => ({
  id: `run ${index + 1}`,
  label: `Run ${index + 1}`,
  head: <b>Run {index + 1}</b>,
}));
const ROWS: readonly MatrixRow[] = Array.from({ length: 500 }, (_, row) => ({
  id: `case ${row + 1}`,
  title: `case ${row + 1} of a suite with many cases`,
  isFaint: row > 20,
  cells: new Map(
    COLUMNS.map(({ id }, column) => {
      const isFailed = row <= 20 && (row + column) % 3 === 0;
      return [
        id,
        {
          kind: isFailed ? ('failed' as const) : ('passed' as const),
          text: isFailed ? '3 of 5' : '5 of 5',
          figure: `${80 + ((row * 7 + column * 13) % 90)} ms`,
          isSame: !isFailed,
        },
      ];
    }),
  ),
}));
const GROUPS = [
  { id: 'differing', head: 'Depends on the environment', rows: ROWS.slice(0, 21) },
  { id: 'same', head: 'The same everywhere', rows: ROWS.slice(21) },
];

/** The parts of a trace, of a comparison and of a matrix. */
export function TraceSamples() {
  const [chosen, setChosen] = useState('b');
  const [spanId, setSpan] = useState('assign_ticket');
  const [turn, setTurn] = useState('call_1');
  const [cell, setCell] = useState<MatrixPlace>({ rowId: 'case 1', columnId: 'run 1' });
  return (
    <>
      <Section title="Waterfall" about="folded with ← and →, zoomed with + and −">
        <div className="frame">
          <Waterfall spans={SPANS} selected={spanId} onSelect={({ id }) => setSpan(id)} />
        </div>
      </Section>
      <Section title="Assertions">
        <div className="frame">
          <AssertionList items={ITEMS} chosen={chosen} onChoose={({ id }) => setChosen(id)} />
        </div>
      </Section>
      <Section title="Conversation">
        <div className="frame">
          <Conversation
            turns={TURNS}
            current={turn}
            beginsAtCurrent={false}
            onChoose={({ id }) => setTurn(id)}
            callMarks={MARKS}
            messageMarks={[{ messageIndex: 2, range: { start: 6, end: 9 } }]}
          />
        </div>
      </Section>
      <Section title="Difference" about="worse, better, within noise">
        <div className="row wrap">
          <Difference delta={-0.4} lower={-0.6} upper={-0.2} />
          <Difference delta={0.4} lower={0.1} upper={0.7} />
          <Difference delta={0.1} lower={-0.2} upper={0.4} />
        </div>
      </Section>
      <Section title="Matrix" about="only the rows and columns in sight are in the document">
        <div className="frame">
          <MatrixGrid
            label="Cases by runs"
            columns={COLUMNS}
            groups={GROUPS}
            selected={cell}
            onSelect={setCell}
            onOpen={setCell}
          />
        </div>
      </Section>
    </>
  );
}
