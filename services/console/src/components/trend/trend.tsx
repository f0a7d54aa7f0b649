import './trend.css';
import { useState } from 'react';
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

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [760, 132, 44, 732, 12, 110];
const [BAND, HALF] = [7, 5];
/** Labels of runs stand at most this many times below the axis. */
const MAX_LABELS = 16;

/** The share at the bottom of the axis: the highest of these below every interval. */
const FLOORS = [0.5, 0.25, 0];

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
  const floor = floorOf(runs, line);
  const y = (share: number): number => TOP + ((1 - share) / (1 - floor)) * (BOTTOM - TOP);
  const x = (index: number): number =>
    runs.length === 1 ? (LEFT + RIGHT) / 2 : LEFT + (index * (RIGHT - LEFT)) / (runs.length - 1);
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
    <figure className="trend">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        width="100%"
        role="application"
        aria-roledescription="chart"
        aria-label={`Pass rate per run. ${describeRun(runs[at]!)}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        {[floor, (1 + floor) / 2, 1].map((share) => (
          <g key={share}>
            <line className="grid" x1={LEFT} x2="744" y1={y(share)} y2={y(share)} />
            <text x="36" y={y(share) + 4} textAnchor="end">
              {writeRate(share)}
            </text>
          </g>
        ))}
        {line !== undefined && (
          <>
            <line className="limit" x1={LEFT} x2="744" y1={y(line)} y2={y(line)} />
            <text className="limit-label" x="746" y={y(line) - 5} textAnchor="end">
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
      <table className="visually-hidden">
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
    </figure>
  );
}

const describeRun = ({ number, kind, rate, interval }: TrendRun): string =>
  [
    `Run ${number}: ${wordOf(kind).toLowerCase()}`,
    writeRate(rate),
    interval && `95 % interval ${writeInterval(interval)}`,
  ]
    .filter(Boolean)
    .join(', ');
