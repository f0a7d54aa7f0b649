import { useMemo } from 'react';
import type { EvalIterationDetail, EvalIterationTrace } from '@assay/sdk';
import type { CallMarks } from '../../components/conversation/call-card.tsx';
import { Conversation, type MessageMark } from '../../components/conversation/conversation.tsx';
import { turnsOf } from '../../components/conversation/turns.ts';
import { Part } from '../../components/part/part.tsx';
import type { AskedPart } from './use-trace.ts';

/** The messages of an iteration, and the calls between. `msg` is the id of a turn: `m3`, or the id of a call. */
export const ConversationTab = ({
  detail,
  transcript,
  selected,
  isNamed,
  onSelect,
  callMarks,
  messageMarks,
}: {
  detail: EvalIterationDetail;
  transcript: AskedPart<EvalIterationTrace>;
  selected: string | undefined;
  /** Whether the address names the selected turn. */
  isNamed: boolean;
  onSelect: (turnId: string) => void;
  callMarks: ReadonlyMap<string, CallMarks>;
  messageMarks: readonly MessageMark[];
}) => (
  <section className="pane raised" aria-label="Conversation">
    <Part of={transcript} what="conversation" rows={8}>
      {(trace) => (
        <Turns
          trace={trace}
          isOpen={detail.mark === 'open'}
          selected={selected}
          isNamed={isNamed}
          onSelect={onSelect}
          callMarks={callMarks}
          messageMarks={messageMarks}
        />
      )}
    </Part>
  </section>
);

function Turns({
  trace,
  isOpen,
  selected,
  isNamed,
  onSelect,
  callMarks,
  messageMarks,
}: {
  trace: EvalIterationTrace;
  isOpen: boolean;
  selected: string | undefined;
  /** Whether the address names the selected turn. */
  isNamed: boolean;
  onSelect: (turnId: string) => void;
  callMarks: ReadonlyMap<string, CallMarks>;
  messageMarks: readonly MessageMark[];
}) {
  const turns = useMemo(() => turnsOf(trace), [trace]);
  if (turns.length === 0)
    return (
      <p className="pad muted">{isOpen ? 'Nothing was said yet.' : 'Nothing was said, and no tool was called.'}</p>
    );
  return (
    <Conversation
      turns={turns}
      current={selected}
      beginsAtCurrent={isNamed}
      onChoose={({ id }) => onSelect(id)}
      callMarks={callMarks}
      messageMarks={messageMarks}
    />
  );
}
