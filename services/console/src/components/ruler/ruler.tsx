import './ruler.css';
import { writeInterval, writeRate } from '../../lib/format/numbers.ts';

/** A rate with its interval and the line it is held against; all are shares of 0 to 1. */
export interface RulerValues {
  rate: number;
  interval?: { low: number; high: number } | undefined;
  line?: number | undefined;
  /** The outcome whose colour and shape the point has; `none` where there is no line. */
  outcome: 'passed' | 'failed' | 'open' | 'none';
}

const labelOf = ({ rate, interval, line }: RulerValues): string =>
  [
    writeRate(rate),
    interval && `95 % interval ${writeInterval(interval)}`,
    line !== undefined && `line at ${writeRate(line)}`,
  ]
    .filter(Boolean)
    .join(', ');

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;

const Point = ({ outcome, x, y, half }: { outcome: RulerValues['outcome']; x: string; y: number; half: number }) =>
  outcome === 'failed' ? (
    <svg x={x} y={y} overflow="visible">
      <rect className="point failed" x={-half} y={-half} width={half * 2} height={half * 2} />
    </svg>
  ) : (
    <circle className={`point ${outcome}`} cx={x} cy={y} r={half + 0.4} />
  );

/** The ruler of a row: rate, interval and line in `width` pixels. */
export function Ruler({ width = 88, height = 12, ...values }: RulerValues & { width?: number; height?: number }) {
  const { rate, interval, line, outcome } = values;
  const middle = height / 2;
  return (
    <svg className="ruler" width={width} height={height} role="img" aria-label={labelOf(values)}>
      <line className="axis" x1="0" x2="100%" y1={middle} y2={middle} />
      {interval && (
        <rect
          className={`band ${outcome}`}
          x={percent(interval.low)}
          y={middle - 5}
          width={percent(interval.high - interval.low)}
          height="10"
        />
      )}
      <Point outcome={outcome} x={percent(rate)} y={middle} half={3.6} />
      {line !== undefined && <line className="limit" x1={percent(line)} x2={percent(line)} y1="0" y2={height} />}
    </svg>
  );
}

const TICKS = [0, 0.25, 0.5, 0.75, 1];

/** The label of a line below this share begins at it; of another line it ends there. */
const LOW_LINE = 0.12;

/** A tick so near to the line has its label on wide pages alone. */
const NEAR = 0.2;

/** Whether the label of a tick has room beside the label of the line. */
function isTickLabelled(tick: number, line: number | undefined): boolean {
  if (line === undefined) return true;
  const labelled = line < LOW_LINE ? line + 0.06 : line - 0.06;
  if (tick === 1) return line < 0.94;
  return tick === 0.75 ? line < 0.7 || line > 0.88 : Math.abs(labelled - tick) > 0.1;
}

/** The ruler below a verdict, with its axis. A tick whose label would lie under the label of the line has none. */
export function HeadRuler(values: RulerValues) {
  const { rate, interval, line, outcome } = values;
  return (
    <svg className="ruler head" width="100%" height="36" role="img" aria-label={labelOf(values)}>
      <line className="axis" x1="0" x2="100%" y1="10" y2="10" />
      {TICKS.map((tick) => (
        <g key={tick}>
          <line className="tick" x1={percent(tick)} x2={percent(tick)} y1="7" y2="13" />
          {isTickLabelled(tick, line) && (
            <text
              className={tick === 1 || (line !== undefined && Math.abs(tick - line) < NEAR) ? 'wide-only' : undefined}
              x={percent(tick)}
              y="33"
              textAnchor={tick === 0 ? 'start' : tick === 1 ? 'end' : 'middle'}
            >
              {tick === 1 ? '100 %' : tick * 100}
            </text>
          )}
        </g>
      ))}
      {interval && (
        <rect
          className={`band ${outcome}`}
          x={percent(interval.low)}
          y="5"
          width={percent(interval.high - interval.low)}
          height="10"
        />
      )}
      <Point outcome={outcome} x={percent(rate)} y={10} half={5} />
      {line !== undefined && (
        <>
          <line className="limit" x1={percent(line)} x2={percent(line)} y1="-2" y2="22" />
          <text
            className="limit-label"
            x={percent(line)}
            dx={line < LOW_LINE ? -4 : 4}
            y="33"
            textAnchor={line < LOW_LINE ? 'start' : 'end'}
          >
            {`line ${writeRate(line)}`}
          </text>
        </>
      )}
    </svg>
  );
}
