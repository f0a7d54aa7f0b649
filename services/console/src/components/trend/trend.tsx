import './trend.css';
import { useLayoutEffect, useRef, useState } from 'react';
import { wordOf, type MarkKind } from '../mark/mark.tsx';
import { writeInterval, writeRate } from '../../lib/format/numbers.ts';
import { Dot } from '../trial-dots/dot.tsx';

/** A run in a trend; rates are shares of 0 to 1. */
export interface TrendRun {
  id: string;
  number: number;
  kind: MarkKind;
  rate: number | undefined;
  interval?: { low: number; high: number } | undefined;
}

const [HEIGHT, LEFT, TOP, BOTTOM] = [132, 44, 12, 110];
/** From the right edge: of the newest run, and of the lines. */
const [RIGHT_GAP, LINE_GAP] = [28, 16];
/** The width until it is measured, in pixels. */
const FIRST_WIDTH = 760;
const [BAND, HALF] = [7, 5];
/** Labels of runs stand at most this many times below the axis. */
const MAX_LABELS = 16;

/** The share at the bottom of the axis: the highest of these below every interval. */
const FLOORS = [0.5, 0.25, 0];
const TICKS = [0, 0.25, 0.5, 0.75, 1];

/** The word for the bottom of the axis of these runs, such as `from 50 %`; empty where it begins at 0. */
export const trendFloorWord = (runs: readonly TrendRun[], line: number | undefined): string => {
  const floor = floorOf(runs, line);
  return floor === 0 ? '' : `from ${writeRate(floor)}`;
};

function floorOf(runs: readonly TrendRun[], line: number | undefined): number {
  const lowest = Math.min(1, line ?? 1, ...runs.flatMap(({ rate, interval }) => [rate ?? 1, interval?.low ?? 1]));
  return FLOORS.find((floor) => floor <= lowest) ?? 0;
}

/**
 * The pass rate per run with its interval and the line, oldest first. `←` and `→` move between the runs, `⏎` opens one;
 * screen readers get a table.
 */
export function Trend({
  runs,
  line,
  onOpen,
}: {
  runs: readonly TrendRun[];
  line: number | undefined;
  onOpen: (run: TrendRun) => void;
}) {
  const [at, setAt] = useState(runs.length - 1);
  const [place, width] = useWidth();
  const [right, lineEnd] = [width - RIGHT_GAP, width - LINE_GAP];
  const floor = floorOf(runs, line);
  const y = (share: number): number => TOP + ((1 - share) / (1 - floor)) * (BOTTOM - TOP);
  const x = (index: number): number =>
    runs.length === 1 ? (LEFT + right) / 2 : LEFT + (index * (right - LEFT)) / (runs.length - 1);
  const measured = runs.flatMap(({ rate }, index) => (rate === undefined ? [] : [`${x(index)},${y(rate)}`]));
  const every = Math.ceil(runs.length / MAX_LABELS);
  const onKeyDown = (event: React.KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step !== undefined) setAt(Math.min(Math.max(at + step, 0), runs.length - 1));
    else if (event.key === 'Enter') onOpen(runs[at]!);
    else return;
    event.preventDefault();
  };
  return (
    <figure className="trend" ref={place}>
      <svg
        width={width}
        height={HEIGHT}
        role="application"
        aria-roledescription="chart"
        aria-label={`Pass rate per run. ${describeRun(runs[at]!)}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        {TICKS.filter((share) => share >= floor).map((share) => (
          <g key={share}>
            <line className="grid" x1={LEFT} x2={lineEnd} y1={y(share)} y2={y(share)} />
            <text x="36" y={y(share) + 4} textAnchor="end">
              {writeRate(share)}
            </text>
          </g>
        ))}
        {line !== undefined && (
          <>
            <line className="limit" x1={LEFT} x2={lineEnd} y1={y(line)} y2={y(line)} />
            <text className="limit-label" x={lineEnd + 2} y={y(line) - 5} textAnchor="end">
              {`line ${writeRate(line)}`}
            </text>
          </>
        )}
        <polyline points={measured.join(' ')} />
        {runs.map((run, index) => (
          <g key={run.id} className={`run ${run.kind}${index === at ? ' at' : ''}`} onClick={() => onOpen(run)}>
            <title>{describeRun(run)}</title>
            {run.interval && (
              <line
                className="band"
                x1={x(index)}
                x2={x(index)}
                y1={y(run.interval.high)}
                y2={y(run.interval.low)}
                strokeWidth={BAND}
              />
            )}
            <svg
              x={x(index) - HALF}
              y={y(run.rate ?? line ?? 1) - HALF}
              width={HALF * 2}
              height={HALF * 2}
              className="place"
            >
              <Dot kind={run.kind} />
            </svg>
            {(runs.length - 1 - index) % every === 0 && (
              <text x={x(index)} y="130" textAnchor="middle">
                {run.number}
              </text>
            )}
          </g>
        ))}
      </svg>
      {/* In a block, because a table is as wide as its words. */}
      <div className="visually-hidden">
        <table>
          <caption>Pass rate per run</caption>
          <tbody>
            {runs.map((run) => (
              <tr key={run.id}>
                <th scope="row">{`Run ${run.number}`}</th>
                <td>{wordOf(run.kind)}</td>
                <td>{writeRate(run.rate)}</td>
                <td>{run.interval ? writeInterval(run.interval) : ''}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

/** The width of an element, in pixels: the drawing keeps its sizes and grows with its place. */
function useWidth() {
  const place = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(FIRST_WIDTH);
  useLayoutEffect(() => {
    const element = place.current!;
    const measure = (): void => {
      const { paddingLeft, paddingRight } = getComputedStyle(element);
      setWidth(element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, []);
  return [place, width] as const;
}

const describeRun = ({ number, kind, rate, interval }: TrendRun): string =>
  [
    `Run ${number}: ${wordOf(kind).toLowerCase()}`,
    writeRate(rate),
    interval && `95 % interval ${writeInterval(interval)}`,
  ]
    .filter(Boolean)
    .join(', ');
