import './waterfall.css';
import { memo, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { TraceSpan } from '@assay/contract/areas/transcripts/trace';
import { writeDuration } from '../../lib/format/times.ts';
import { useKeys } from '../../lib/keys.ts';
import { Foreign } from '../foreign/foreign.tsx';
import { Icon, type IconName } from '../icon/icon.tsx';
import { ROW_HEIGHT } from './draw-bars.ts';
import { spanRows, unfoldedRows, type SpanRow } from './span-tree.ts';
import { moved, shareOf, ticksOf, wholeTime, zoomed, type TimeWindow } from './time-window.ts';
import { useBars } from './use-bars.ts';

interface WaterfallProps {
  spans: readonly TraceSpan[];
  /** The id of the span whose detail is shown. */
  selected: string | undefined;
  onSelect: (span: TraceSpan) => void;
}

const ICONS: Record<TraceSpan['category'], IconName> = {
  step: 'chevron-down',
  client: 'swap',
  llm: 'prompt',
  tool: 'tool',
  error: 'close',
};

/** Rows that are drawn beyond both edges: a screenful of a wheel that turns fast. */
const OVERSCAN = 8;
/** How much a key zooms. */
const ZOOM = 0.5;

/**
 * The spans of a trace in the order of time: names as a tree, bars on one canvas. `j` and `k` move, the arrow keys fold
 * and unfold, `+`, `-` and `0` zoom; a wheel with Ctrl zooms around the pointer.
 */
export function Waterfall({ spans, selected, onSelect }: WaterfallProps) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const all = useMemo(() => spanRows(spans), [spans]);
  const rows = useMemo(() => unfoldedRows(all, folded), [all, folded]);
  const whole = useMemo(() => wholeTime(spans), [spans]);
  const [time, setTime] = useState<TimeWindow>();
  const shownTime = time ?? whole;
  const at = useMemo(() => rows.findIndex(({ span }) => span.id === selected), [rows, selected]);
  const body = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => body.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    initialRect: { width: 0, height: 20 * ROW_HEIGHT },
  });
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at);
  }, [selected, rows.length]);

  const zoom = (factor: number, around = (shownTime.fromMs + shownTime.toMs) / 2): void => {
    const next = zoomed(shownTime, whole, factor, around);
    setTime(next.toMs - next.fromMs >= whole.toMs - whole.fromMs ? undefined : next);
  };
  useSpanKeys({ rows, at, folded, setFolded, onSelect, zoom, showAll: () => setTime(undefined) });
  useWheel(body, shownTime, whole, { zoom, move: (share) => time && setTime(moved(time, whole, share)) });

  const act = useRef<RowActions>(undefined!);
  act.current = { onSelect, onFold: ({ id }) => setFolded((ids) => ids.symmetricDifference(new Set([id]))) };
  const items = virtual.getVirtualItems();
  const drawn = rows.slice(items[0]?.index ?? 0, (items.at(-1)?.index ?? -1) + 1);
  const { canvas, track } = useBars(drawn, shownTime);
  return (
    <div className="waterfall">
      <div className="axis" aria-hidden="true">
        <div className="name">Span</div>
        <div className="ticks">
          {ticksOf(shownTime).map((ms) => (
            <span key={ms} style={{ left: `${shareOf(shownTime, ms) * 100}%` }}>
              {writeDuration(ms)}
            </span>
          ))}
        </div>
        <div className="took">Took</div>
      </div>
      <div className="rows" ref={body} role="tree" aria-label="Spans" tabIndex={0}>
        <div className="all-rows" style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const row = rows[index]!;
            return (
              <Row
                key={row.span.id}
                row={row}
                top={start}
                index={index}
                count={rows.length}
                isSelected={index === at}
                isFolded={folded.has(row.span.id)}
                act={act}
              />
            );
          })}
          <div className="bars" style={{ top: items[0]?.start ?? 0, height: drawn.length * ROW_HEIGHT }}>
            <div ref={track}>
              <canvas ref={canvas} aria-hidden="true" />
            </div>
          </div>
        </div>
      </div>
    </div>
  );
}

interface RowActions {
  onSelect: (span: TraceSpan) => void;
  onFold: (span: TraceSpan) => void;
}

/** A row is drawn again only when it moves, or its choice or its fold changes. */
const Row = memo(function Row({
  row: { span, depth, descendants },
  top,
  index,
  count,
  isSelected,
  isFolded,
  act,
}: {
  row: SpanRow;
  top: number;
  index: number;
  count: number;
  isSelected: boolean;
  isFolded: boolean;
  act: React.RefObject<RowActions>;
}) {
  const took = span.endMs - span.startMs;
  return (
    <div
      className={isSelected ? 'span-row selected' : 'span-row'}
      style={{ top }}
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={isSelected}
      aria-posinset={index + 1}
      aria-setsize={count}
      aria-expanded={descendants > 0 ? !isFolded : undefined}
      onClick={() => act.current.onSelect(span)}
    >
      <div className="name" style={{ '--depth': depth } as React.CSSProperties}>
        {descendants > 0 ? (
          <Fold isFolded={isFolded} onFold={() => act.current.onFold(span)}>
            <Icon name={isFolded ? 'chevron-right' : ICONS.step} />
          </Fold>
        ) : (
          <Icon name={span.category === 'step' ? 'chevron-right' : ICONS[span.category]} />
        )}
        <span className={span.category === 'tool' ? 'cut medium' : 'cut'}>
          <Foreign text={span.name} />
        </span>
        {isFolded && <span className="faint">{descendants}</span>}
        {span.status === 'error' && <span className="visually-hidden">error</span>}
      </div>
      <div className="track" />
      <div className="took">{writeDuration(took)}</div>
    </div>
  );
});

const Fold = ({ isFolded, onFold, children }: { isFolded: boolean; onFold: () => void; children: ReactNode }) => (
  <button
    type="button"
    className="fold"
    tabIndex={-1}
    aria-label={isFolded ? 'Unfold' : 'Fold'}
    onClick={(event) => {
      event.stopPropagation();
      onFold();
    }}
  >
    {children}
  </button>
);

function useSpanKeys({
  rows,
  at,
  folded,
  setFolded,
  onSelect,
  zoom,
  showAll,
}: {
  rows: readonly SpanRow[];
  at: number;
  folded: ReadonlySet<string>;
  setFolded: (folded: ReadonlySet<string>) => void;
  onSelect: (span: TraceSpan) => void;
  zoom: (factor: number) => void;
  showAll: () => void;
}): void {
  // The address follows later than the next key comes.
  const latest = useRef(at);
  useEffect(() => {
    latest.current = at;
  }, [at]);
  const go = (index: number): void => {
    latest.current = Math.min(Math.max(index, 0), rows.length - 1);
    const row = rows[latest.current];
    if (row) onSelect(row.span);
  };
  const unfold = (): void => {
    const row = rows[at];
    if (!row || row.descendants === 0) return;
    if (folded.has(row.span.id)) setFolded(folded.difference(new Set([row.span.id])));
    else go(at + 1);
  };
  const fold = (): void => {
    const row = rows[at];
    if (!row) return;
    if (row.descendants > 0 && !folded.has(row.span.id)) setFolded(folded.union(new Set([row.span.id])));
    else go(rows.findLastIndex(({ depth }, index) => index < at && depth < row.depth));
  };
  useKeys([
    { keys: ['j', 'k'], label: 'span', leads: true, run: (key) => go(latest.current + (key === 'j' ? 1 : -1)) },
    { keys: ['ArrowDown', 'ArrowUp'], run: (key) => go(latest.current + (key === 'ArrowDown' ? 1 : -1)) },
    { keys: ['Home', 'End'], run: (key) => go(key === 'Home' ? 0 : rows.length - 1) },
    { keys: ['ArrowLeft', 'ArrowRight'], run: (key) => (key === 'ArrowLeft' ? fold() : unfold()) },
    { keys: ['+', '=', '-'], run: (key) => zoom(key === '-' ? 1 / ZOOM : ZOOM) },
    { keys: ['0'], run: showAll },
  ]);
}

/** Zooms with Ctrl and the wheel around the pointer, and moves a zoomed window with a wheel that goes sideways. */
function useWheel(
  body: React.RefObject<HTMLDivElement | null>,
  time: TimeWindow,
  whole: TimeWindow,
  act: { zoom: (factor: number, around: number) => void; move: (share: number) => void },
): void {
  const newest = useRef({ time, act });
  newest.current = { time, act };
  useEffect(() => {
    const element = body.current!;
    const onWheel = (event: WheelEvent): void => {
      const track = element.querySelector('.bars > div')?.getBoundingClientRect();
      if (!track || track.width === 0) return;
      const { time: shown, act: now } = newest.current;
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        const around = shown.fromMs + ((event.clientX - track.left) / track.width) * (shown.toMs - shown.fromMs);
        now.zoom(Math.exp(event.deltaY / 200), Math.min(Math.max(around, whole.fromMs), whole.toMs));
      } else if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        event.preventDefault();
        now.move(event.deltaX / track.width);
      }
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      element.removeEventListener('wheel', onWheel);
    };
  }, [whole]);
}
