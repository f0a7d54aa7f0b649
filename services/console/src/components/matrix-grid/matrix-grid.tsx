import './matrix-grid.css';
import { memo, useEffect, useId, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useKeys } from '../../lib/keys.ts';
import { Foreign } from '../foreign/foreign.tsx';
import { Mark } from '../mark/mark.tsx';
import {
  matrixLines,
  movedPlace,
  type MatrixGroup,
  type MatrixLine,
  type MatrixPlace,
  type MatrixRow,
} from './matrix-rows.ts';

/** A column: its id, and what stands above its cells. */
export interface MatrixColumn {
  id: string;
  /** For screen readers. */
  label: string;
  head: ReactNode;
}

interface MatrixGridProps {
  /** The name of the grid, for screen readers. */
  label: string;
  columns: readonly MatrixColumn[];
  groups: readonly MatrixGroup[];
  selected: MatrixPlace | undefined;
  onSelect: (place: MatrixPlace) => void;
  onOpen: (place: MatrixPlace) => void;
  /** Loads further rows when the end comes into sight. */
  onEnd?: (() => void) | undefined;
}

/** Pixels: of a row, of the head of a group, of the head, of a column, and at least of the column of cases. */
const [ROW, GROUP, HEAD, COLUMN, CASES] = [28, 26, 70, 166, 204];
/** On a narrow page the column of cases leaves room for a whole other one, in pixels. */
const [NARROW, NARROW_CASES] = [640, 144];
/** From this many lines on the grid scrolls by itself, and only what is in sight is in the document. */
const LONG_FROM = 60;

/**
 * Cases by runs. The arrow keys move the chosen cell, Enter opens it. Only the rows and the columns in sight are in the
 * document; the heads of both stay.
 */
export function MatrixGrid({ label, columns, groups, selected, onSelect, onOpen, onEnd }: MatrixGridProps) {
  const lines = useMemo(() => matrixLines(groups), [groups]);
  const isLong = lines.length > LONG_FROM;
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const measured = new ResizeObserver(([entry]) => setWidth(entry!.contentRect.width));
    measured.observe(place.current!);
    setWidth(place.current!.clientWidth);
    return () => {
      measured.disconnect();
    };
  }, []);
  const cases = Math.max(width < NARROW ? NARROW_CASES : CASES, width - columns.length * COLUMN);
  const total = cases + columns.length * COLUMN;
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => place.current,
    estimateSize: (index) => ('row' in lines[index]! ? ROW : GROUP),
    // The page scrolls a short grid, whose rows are all in the document.
    overscan: isLong ? 4 : LONG_FROM,
    scrollPaddingStart: HEAD,
    initialRect: { width: 0, height: 20 * ROW },
  });
  const sides = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => place.current,
    estimateSize: () => COLUMN,
    overscan: 2,
    paddingStart: cases,
    scrollPaddingStart: cases,
    initialRect: { width: 1200, height: 0 },
  });
  useEffect(() => sides.measure(), [cases]);
  useEffect(() => rows.measure(), [lines]);
  const shownColumns = sides.getVirtualItems();
  const [first, last] = [shownColumns[0]?.index ?? 0, shownColumns.at(-1)?.index ?? -1];
  const shownLines = rows.getVirtualItems();
  const isAtEnd = (shownLines.at(-1)?.index ?? 0) >= lines.length - 20;
  useEffect(() => {
    if (isAtEnd) onEnd?.();
  }, [isAtEnd, lines.length]);

  const ids = useId();
  const rowIds = useMemo(() => lines.flatMap((line) => ('row' in line ? [line.row.id] : [])), [lines]);
  const columnIds = columns.map(({ id }) => id);
  // The address follows later than the next key comes.
  const latest = useRef(selected);
  useEffect(() => {
    latest.current = selected;
  }, [selected?.rowId, selected?.columnId]);
  const move = (by: readonly [down: number, right: number]): void => {
    const next = movedPlace(rowIds, columnIds, latest.current, by);
    if (!next) return;
    latest.current = next;
    onSelect(next);
    if (isLong) rows.scrollToIndex(lines.findIndex((line) => 'row' in line && line.row.id === next.rowId));
    sides.scrollToIndex(columnIds.indexOf(next.columnId));
  };
  useKeys([
    {
      keys: ['ArrowLeft', 'ArrowUp', 'ArrowDown', 'ArrowRight'],
      label: 'cell',
      leads: true,
      run: (key) => move(STEPS[key]!),
    },
    { keys: ['Home', 'End'], run: (key) => move([0, key === 'Home' ? -columns.length : columns.length]) },
    { keys: ['Enter'], label: 'both traces', leads: true, run: () => latest.current && onOpen(latest.current) },
  ]);
  const selectedAt = selected && lines.findIndex((line) => 'row' in line && line.row.id === selected.rowId);
  const cellId = (at: number, columnId: string): string => `${ids}${at}-${columnId}`;
  const newest = useRef({ onSelect, onOpen });
  newest.current = { onSelect, onOpen };
  return (
    <div
      className={isLong ? 'matrix long' : 'matrix'}
      ref={place}
      role="grid"
      aria-label={label}
      aria-rowcount={lines.length + 1}
      aria-colcount={columns.length + 1}
      aria-activedescendant={
        selected && selectedAt !== undefined && selectedAt >= 0 ? cellId(selectedAt, selected.columnId) : undefined
      }
      tabIndex={0}
    >
      <div className="matrix-head" role="row" style={{ width: total, height: HEAD }}>
        <div className="case-head" role="columnheader" style={{ width: cases }}>
          Case
        </div>
        {shownColumns.map(({ index, start }) => (
          <div
            key={columns[index]!.id}
            role="columnheader"
            aria-label={columns[index]!.label}
            style={{ left: start, width: COLUMN }}
          >
            {columns[index]!.head}
          </div>
        ))}
      </div>
      <div className="matrix-body" role="rowgroup" style={{ width: total, height: rows.getTotalSize() }}>
        {shownLines.map(({ index, start }) => (
          <Line
            key={keyOf(lines[index]!)}
            line={lines[index]!}
            index={index}
            top={start}
            isLast={index === lines.length - 1}
            columns={columns}
            first={first}
            last={last}
            cases={cases}
            total={total}
            chosen={index === selectedAt ? selected!.columnId : undefined}
            ids={ids}
            act={newest}
          />
        ))}
      </div>
    </div>
  );
}

const STEPS: Record<string, readonly [down: number, right: number]> = {
  ArrowLeft: [0, -1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowRight: [0, 1],
};

const keyOf = (line: MatrixLine): string => ('row' in line ? line.row.id : `group ${line.id}`);

/** A row is drawn again only when it moves, the columns in sight change, or its choice does. */
const Line = memo(function Line({
  line,
  index,
  top,
  isLast,
  columns,
  first,
  last,
  cases,
  total,
  chosen,
  ids,
  act,
}: {
  line: MatrixLine;
  index: number;
  top: number;
  isLast: boolean;
  columns: readonly MatrixColumn[];
  /** The indexes of the columns in sight. */
  first: number;
  last: number;
  cases: number;
  total: number;
  /** The id of the chosen column. */
  chosen: string | undefined;
  ids: string;
  act: React.RefObject<Pick<MatrixGridProps, 'onSelect' | 'onOpen'>>;
}) {
  const end = isLast ? ' last' : '';
  if (!('row' in line))
    return (
      <div className={`matrix-group${end}`} role="row" aria-rowindex={index + 2} style={{ top, width: total }}>
        <span role="gridcell">{line.head}</span>
      </div>
    );
  const { row } = line;
  return (
    <div className={`matrix-row${end}`} role="row" aria-rowindex={index + 2} style={{ top, width: total }}>
      <div
        className={row.isFaint ? 'case-name cut muted' : 'case-name cut'}
        role="rowheader"
        style={{ width: cases }}
        title={row.title}
      >
        <Foreign text={row.title} />
      </div>
      {columns.slice(first, last + 1).map(({ id }, offset) => (
        <Cell
          key={id}
          id={`${ids}${index}-${id}`}
          row={row}
          columnId={id}
          columnIndex={first + offset + 2}
          left={cases + (first + offset) * COLUMN}
          isChosen={id === chosen}
          act={act}
        />
      ))}
    </div>
  );
});

function Cell({
  id,
  row,
  columnId,
  columnIndex,
  left,
  isChosen,
  act,
}: {
  id: string;
  row: MatrixRow;
  columnId: string;
  columnIndex: number;
  left: number;
  isChosen: boolean;
  act: React.RefObject<Pick<MatrixGridProps, 'onSelect' | 'onOpen'>>;
}) {
  const cell = row.cells.get(columnId);
  const place = { rowId: row.id, columnId };
  return (
    <div
      id={id}
      className={cell?.isSame ? 'cell same' : 'cell'}
      role="gridcell"
      aria-colindex={columnIndex}
      aria-selected={isChosen}
      style={{ left, width: COLUMN }}
      onClick={() => act.current.onSelect(place)}
      onDoubleClick={() => act.current.onOpen(place)}
    >
      {cell && (
        <>
          <Mark kind={cell.kind} />
          <span>{cell.text}</span>
          <span className="num faint">{cell.figure}</span>
        </>
      )}
    </div>
  );
}
