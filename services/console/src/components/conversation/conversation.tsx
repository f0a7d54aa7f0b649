import './conversation.css';
import { useEffect, useRef } from 'react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useKeys } from '../../lib/keys.ts';
import { MarkedText } from '../code/marked-text.tsx';
import type { TextRange } from '../code/json-text.ts';
import { CallCard, type CallMarks } from './call-card.tsx';
import type { Turn } from './turns.ts';

/** A part of a message that is cited; the whole of it without a range. */
export interface MessageMark {
  messageIndex: number;
  range: TextRange | undefined;
}

interface ConversationProps {
  turns: readonly Turn[];
  /** The id of the turn that is chosen. */
  current: string | undefined;
  onChoose: (turn: Turn) => void;
  /** Whether the page begins at the chosen turn, because the address names it. */
  beginsAtCurrent: boolean;
  callMarks: ReadonlyMap<string, CallMarks>;
  messageMarks: readonly MessageMark[];
}

/** From this many turns on only the ones in sight are in the document. */
const VIRTUAL_FROM = 100;

/** The messages of a conversation, with the calls between. `j` and `k` move. */
export function Conversation(props: ConversationProps) {
  const { turns, current, onChoose, beginsAtCurrent, callMarks, messageMarks } = props;
  const list = useRef<HTMLOListElement>(null);
  const isVirtual = turns.length > VIRTUAL_FROM;
  const virtual = useWindowVirtualizer({
    count: isVirtual ? turns.length : 0,
    estimateSize: () => 200,
    overscan: 4,
    scrollMargin: list.current?.offsetTop ?? 0,
  });
  const at = turns.findIndex(({ id }) => id === current);
  const shown = useRef(beginsAtCurrent ? undefined : current);
  useEffect(() => {
    if (at < 0 || shown.current === current) return;
    shown.current = current;
    if (isVirtual) virtual.scrollToIndex(at);
    else list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  const go = (index: number): void => {
    const turn = turns[Math.min(Math.max(index, 0), turns.length - 1)];
    if (turn) onChoose(turn);
  };
  useKeys([{ keys: ['j', 'k'], label: 'message', leads: true, run: (key) => go(key === 'j' ? at + 1 : at - 1) }]);
  const turnAt = (index: number) => (
    <TurnRow
      turn={turns[index]!}
      isCurrent={index === at}
      callMarks={callMarks}
      messageMarks={messageMarks}
      onChoose={() => onChoose(turns[index]!)}
    />
  );
  if (!isVirtual)
    return (
      <ol className="conversation" ref={list}>
        {turns.map(({ id }, index) => (
          <li key={id}>{turnAt(index)}</li>
        ))}
      </ol>
    );
  return (
    <ol className="conversation virtual" ref={list} style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ index, start }) => (
        <li
          key={turns[index]!.id}
          data-index={index}
          ref={virtual.measureElement}
          style={{ top: start - virtual.options.scrollMargin }}
          aria-posinset={index + 1}
          aria-setsize={turns.length}
        >
          {turnAt(index)}
        </li>
      ))}
    </ol>
  );
}

const TurnRow = ({
  turn,
  isCurrent,
  callMarks,
  messageMarks,
  onChoose,
}: Pick<ConversationProps, 'callMarks' | 'messageMarks'> & {
  turn: Turn;
  isCurrent: boolean;
  onChoose: () => void;
}) => (
  // A click anywhere in the turn chooses it; `j` and `k` do the same for the keyboard.
  <div className={isCurrent ? 'message current' : 'message'} onClick={onChoose} aria-current={isCurrent}>
    <div className="who">
      {turn.who}
      {turn.turn !== undefined && <span> turn {turn.turn}</span>}
    </div>
    {turn.who === 'Tool' ? (
      <CallCard call={turn.call} marks={callMarks.get(turn.call.id)} />
    ) : (
      <div className="said" dir="auto">
        <MarkedText text={turn.text} marks={rangesIn(turn, messageMarks)} />
      </div>
    )}
  </div>
);

const rangesIn = (
  { text, messageIndex }: Extract<Turn, { text: string }>,
  marks: readonly MessageMark[],
): TextRange[] =>
  marks
    .filter((mark) => mark.messageIndex === messageIndex)
    .map(({ range }) => range ?? { start: 0, end: text.length });
