import './wire-log.css';
import type { ReactNode } from 'react';
import { useKeys } from '../../lib/keys.ts';
import { writeDuration } from '../../lib/format/times.ts';
import { writeSize } from '../../lib/format/numbers.ts';
import { DataTable, type Column } from '../data-table/data-table.tsx';
import { Foreign } from '../foreign/foreign.tsx';
import { Tag } from '../tag/tag.tsx';
import { pairOf, summaryOf, type WireMessage } from './wire-message.ts';

interface Line {
  index: number;
  entry: WireMessage;
}

const time: Column<Line> = {
  id: 'at',
  head: 'At',
  kind: 'number',
  cell: ({ entry }) => <span className="faint">{Math.round(entry.atMs)}</span>,
};
const direction: Column<Line> = {
  id: 'direction',
  head: <span className="visually-hidden">Direction</span>,
  kind: 'mark',
  cell: ({ entry }) => (
    <span className={entry.direction} role="img" aria-label={entry.direction}>
      {entry.direction === 'sent' ? '→' : '←'}
    </span>
  ),
};
const status: Column<Line> = {
  id: 'status',
  head: 'HTTP',
  kind: 'number',
  cell: ({ entry }) => <span className="faint">{entry.httpStatus}</span>,
};

/** The whole message on one line, as it is told beside a call. */
const briefColumns: Column<Line>[] = [
  time,
  direction,
  {
    id: 'message',
    head: 'Message',
    kind: 'fill',
    cell: ({ entry }) => {
      const { word, id, name, rest } = summaryOf(entry);
      const text = [`${word}${id === undefined ? '' : ` #${id}`}`, name, rest].filter(Boolean).join('  ');
      return (
        <code>
          <Foreign text={text} />
        </code>
      );
    },
  },
  status,
  {
    id: 'bytes',
    head: 'Size',
    kind: 'number',
    cell: ({ entry }) => <span className="faint">{writeSize(entry.bytes)}</span>,
  },
];

/** Method, id and name apart, with the time until the answer. */
const wholeColumns = (entries: readonly WireMessage[], more: (index: number) => ReactNode): Column<Line>[] => [
  time,
  direction,
  {
    id: 'message',
    head: 'Message',
    kind: 'fill',
    cell: ({ entry, index }) => {
      const { word, id, isNotification, name, isError } = summaryOf(entry);
      return (
        <>
          <code>
            <Foreign text={word} />
          </code>{' '}
          <span className="faint">
            {id !== undefined && <Foreign text={`#${id}`} />}
            {isNotification && 'notification'}
          </span>{' '}
          {name !== undefined && (
            <code className="medium">
              <Foreign text={name} />
            </code>
          )}{' '}
          {isError && <Tag tone="failed">{word === 'error' ? 'error' : 'isError'}</Tag>}
          {entry.truncated && <Tag>cut</Tag>}
          {more(index)}
        </>
      );
    },
  },
  status,
  {
    id: 'bytes',
    head: 'Bytes',
    kind: 'number',
    cell: ({ entry }) => <span className="muted">{entry.bytes}</span>,
  },
  {
    id: 'after',
    head: 'After',
    kind: 'number',
    narrow: 'hidden',
    cell: ({ entry, index }) => {
      const pair = entry.direction === 'received' ? pairOf(entries, index) : undefined;
      return <span className="muted">{pair !== undefined && writeDuration(entry.atMs - entries[pair]!.atMs)}</span>;
    },
  },
];

/**
 * Messages of the wire in their order; `m` leads from a request to its answer and back. `entries` may be a part of what
 * `places` counts: then `places` has the place of each in the whole.
 */
export function WireLog({
  entries,
  label,
  look = 'whole',
  selected,
  onSelect,
  more = () => undefined,
  places,
}: {
  entries: readonly WireMessage[];
  label: string;
  look?: 'brief' | 'whole';
  /** The place of the selected message. */
  selected?: number | undefined;
  onSelect?: (place: number) => void;
  /** An addition behind a message, such as a tag that it is evidence. */
  more?: (place: number) => ReactNode;
  places?: readonly number[];
}) {
  const placeOf = (index: number): number => places?.[index] ?? index;
  const at = selected === undefined ? -1 : places ? places.indexOf(selected) : selected;
  const pair = at < 0 ? undefined : pairOf(entries, at);
  useKeys([
    {
      keys: ['m'],
      ...(onSelect && { label: 'its pair' }),
      run: () => pair !== undefined && onSelect?.(placeOf(pair)),
    },
  ]);
  const rows = entries.map((entry, index) => ({ index, entry }));
  return (
    <div className={`wire-log ${look}`}>
      <DataTable
        label={label}
        columns={look === 'brief' ? briefColumns : wholeColumns(entries, (index) => more(placeOf(index)))}
        groups={[{ id: 'all', head: undefined, rows }]}
        idOf={({ index }) => String(placeOf(index))}
        selected={selected === undefined ? undefined : String(selected)}
        {...(onSelect && { onSelect: ({ index }: Line) => onSelect(placeOf(index)) })}
        rowHeight={28}
        bindsKeys={look === 'whole'}
        noun="message"
      />
    </div>
  );
}
