import './ruler.css';
import { writePoints } from '../../lib/format/numbers.ts';

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;

/** A difference of two rates, −1 to 1, with its interval around 0, which is the line in the middle. */
export function Difference({
  delta,
  interval,
  outcome,
  width = 126,
  height = 12,
}: {
  delta: number;
  interval?: { low: number; high: number } | undefined;
  outcome: 'passed' | 'failed' | 'open' | 'none';
  width?: number;
  height?: number;
}) {
  const place = (value: number): number => (value + 1) / 2;
  const middle = height / 2;
  const label = `${writePoints(delta)}${interval ? `, 95 % interval ${Math.round(interval.low * 100)} to ${Math.round(interval.high * 100)}` : ''}`;
  return (
    <svg className="ruler" width={width} height={height} role="img" aria-label={label}>
      <line className="axis" x1="0" x2="100%" y1={middle} y2={middle} />
      {interval && (
        <rect
          className={`band ${outcome}`}
          x={percent(place(interval.low))}
          y={middle - 5}
          width={percent(place(interval.high) - place(interval.low))}
          height="10"
        />
      )}
      {outcome === 'failed' ? (
        <svg x={percent(place(delta))} y={middle} overflow="visible">
          <rect className="point failed" x="-3.6" y="-3.6" width="7.2" height="7.2" />
        </svg>
      ) : (
        <circle className={`point ${outcome}`} cx={percent(place(delta))} cy={middle} r="4" />
      )}
      <line className="limit" x1="50%" x2="50%" y1="0" y2={height} />
    </svg>
  );
}
