import './data-table.css';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useIsLeaving } from '../../lib/use-is-leaving.ts';
import { Check } from '../field/check.tsx';
import { useListKeys } from './use-list-keys.ts';

/** A column of a list. */
export interface Column<Row> {
  id: string;
  head: ReactNode;
  cell: (row: Row) => ReactNode;
  /** `mark` is the outcome, `fill` the title that takes the rest, `number` is aligned right; other columns fit their content. */
  kind?: 'mark' | 'fill' | 'number';
  /** Below 640 px the column is left out, or goes below the title. */
  narrow?: 'hidden' | 'below';
}

/** Rows under a head of their own; a folded group shows its head alone. */
export interface RowGroup<Row> {
  id: string;
  head: ReactNode;
  rows: readonly Row[];
  isFolded?: boolean;
}

interface DataTableProps<Row> {
  /** The name of the list, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  groups: readonly RowGroup<Row>[];
  idOf: (row: Row) => string;
  /** The id of the row whose detail is shown. */
  selected?: string | undefined;
  onSelect?: (row: Row) => void;
  onOpen?: (row: Row) => void;
  /** The ids of the rows that are chosen for an action over several. */
  chosen?: ReadonlySet<string> | undefined;
  onChoose?: (chosen: ReadonlySet<string>) => void;
  /** Old rows while a filter loads: they are dimmed. */
  isStale?: boolean;
  /** Loads further rows when the end comes into sight. */
  onEnd?: (() => void) | undefined;
  rowHeight?: 24 | 28 | 32 | 40;
  /** False for a list beside the one that has the keys of the page. */
  bindsKeys?: boolean;
  /** False where the page has no filters that a key could lead to. */
  hasFilters?: boolean;
  /** The word of `j` and `k` in the key line. */
  noun?: string;
  /** The word of Enter in the key line: what is opened. */
  opens?: string;
}

type Line<Row> = { group: RowGroup<Row> } | { row: Row; id: string };

/** From this many lines on only the ones in sight are in the document. */
const VIRTUAL_FROM = 80;
/** The inspector follows the selection after this rest, in milliseconds. */
const REST_MS = 80;

const classOf = <Row,>({ kind, narrow }: Column<Row>): string =>
  [
    kind === 'mark' ? 'mark-cell' : kind === 'fill' ? 'fill-cell cut' : 'fit-cell',
    kind === 'number' && 'num',
    narrow === 'hidden' && 'wide-only',
    narrow === 'below' && 'below-cell',
  ]
    .filter(Boolean)
    .join(' ');

/**
 * A list as a table with one selection: `j`, `k`, Home and End move it, Enter opens the row, `x` chooses it. A long
 * list keeps about 60 rows in the document.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    label,
    columns,
    groups,
    idOf,
    onSelect,
    onOpen,
    chosen,
    onChoose,
    isStale,
    onEnd,
    rowHeight = 32,
    bindsKeys = true,
  } = props;
  const lines: Line<Row>[] = groups.flatMap((group) => [
    ...(group.head === undefined ? [] : [{ group }]),
    ...(group.isFolded ? [] : group.rows.map((row) => ({ row, id: idOf(row) }))),
  ]);
  const body = useRef<HTMLTableSectionElement>(null);
  const [at, setAt] = useState(props.selected);
  const isLeaving = useIsLeaving();
  useEffect(() => setAt(props.selected), [props.selected]);
  useEffect(() => {
    if (at === undefined || at === props.selected) return undefined;
    const timer = setTimeout(() => {
      const line = lines.find((one) => 'row' in one && one.id === at);
      if (line && 'row' in line && !isLeaving()) onSelect?.(line.row);
    }, REST_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [at]);

  const isVirtual = lines.length > VIRTUAL_FROM;
  const virtual = useWindowVirtualizer({
    count: isVirtual ? lines.length : 0,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: body.current?.offsetTop ?? 0,
  });
  const inSight = virtual.getVirtualItems();
  const [first, last] = isVirtual ? [inSight[0]?.index ?? 0, inSight.at(-1)?.index ?? 0] : [0, lines.length - 1];
  const isAtEnd = last >= lines.length - 20;
  useEffect(() => {
    if (isAtEnd && isVirtual) onEnd?.();
  }, [isAtEnd, isVirtual, lines.length]);
  const marker = useEndMarker(isVirtual ? undefined : onEnd);

  const ids = lines.flatMap((line) => ('row' in line ? [line.id] : []));
  const rowOf = (id: string): Row | undefined => {
    const line = lines.find((one) => 'row' in one && one.id === id);
    return line && 'row' in line ? line.row : undefined;
  };
  const moveTo = (id: string): void => {
    setAt(id);
    const index = lines.findIndex((one) => 'row' in one && one.id === id);
    if (isVirtual) virtual.scrollToIndex(index);
    else body.current?.querySelector(`[data-row="${CSS.escape(id)}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  useListKeys({
    ids,
    at,
    moveTo: bindsKeys && (onSelect || onOpen) ? moveTo : undefined,
    open: bindsKeys && onOpen ? (id) => onOpen(rowOf(id)!) : undefined,
    chosen,
    onChoose,
    hasFilters: props.hasFilters ?? true,
    noun: props.noun,
    opens: props.opens,
  });
  const toggle = (id: string): void => onChoose?.((chosen ?? new Set()).symmetricDifference(new Set([id])));
  const span = columns.length + (onChoose ? 1 : 0);
  const above = isVirtual && inSight[0] ? inSight[0].start - virtual.options.scrollMargin : 0;
  const below = isVirtual ? virtual.getTotalSize() - ((inSight.at(-1)?.end ?? 0) - virtual.options.scrollMargin) : 0;

  return (
    <>
      <table
        className={`data-table rows-${rowHeight}${isStale ? ' stale' : ''}`}
        role="grid"
        aria-label={label}
        aria-rowcount={lines.length}
        aria-busy={isStale}
      >
        <thead>
          <tr>
            {onChoose && <th className="mark-cell" aria-label="Chosen" />}
            {columns.map((column) => (
              <th key={column.id} scope="col" className={classOf(column).replace(' cut', '')}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {above > 0 && <Spacer height={above} span={span} />}
          {lines.slice(first, last + 1).map((line, offset) =>
            'group' in line ? (
              <tr key={`group ${line.group.id}`} className="group">
                <td colSpan={span}>{line.group.head}</td>
              </tr>
            ) : (
              <tr
                key={line.id}
                data-row={line.id}
                aria-rowindex={first + offset + 1}
                aria-selected={line.id === at}
                className={line.id === at ? 'selected' : undefined}
                tabIndex={line.id === (at ?? ids[0]) ? 0 : -1}
                onClick={() => setAt(line.id)}
                onDoubleClick={() => onOpen?.(line.row)}
                onKeyDown={(event) => {
                  if (event.key === 'Enter' && event.target === event.currentTarget) onOpen?.(line.row);
                }}
              >
                {onChoose && (
                  <td className="mark-cell">
                    <Check isOn={chosen?.has(line.id) ?? false} onChange={() => toggle(line.id)} aria-label="Choose" />
                  </td>
                )}
                {columns.map((column) => (
                  <td key={column.id} className={classOf(column)}>
                    {column.cell(line.row)}
                  </td>
                ))}
              </tr>
            ),
          )}
          {below > 0 && <Spacer height={below} span={span} />}
        </tbody>
      </table>
      {onEnd && !isVirtual && <div ref={marker} />}
    </>
  );
}

const Spacer = ({ height, span }: { height: number; span: number }) => (
  <tr aria-hidden="true" className="spacer">
    <td colSpan={span} style={{ height }} />
  </tr>
);

/** Calls back when the element comes into sight. */
function useEndMarker(onEnd: (() => void) | undefined) {
  const marker = useRef<HTMLDivElement>(null);
  const newest = useRef(onEnd);
  newest.current = onEnd;
  const isOn = onEnd !== undefined;
  useEffect(() => {
    if (!isOn || !marker.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) newest.current?.();
    });
    observer.observe(marker.current);
    return () => {
      observer.disconnect();
    };
  }, [isOn]);
  return marker;
}
