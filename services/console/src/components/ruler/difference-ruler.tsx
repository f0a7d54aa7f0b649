import './ruler.css';
import { signed } from '../../lib/format/numbers.ts';

const place = (share: number, width: number): number => ((share + 1) / 2) * width;
const points = (share: number): string => signed(Math.round(share * 100));

/** A difference of two rates with its interval around 0; all are shares of −1 to 1. */
export function DifferenceRuler({
  delta,
  low,
  high,
  width = 110,
  height = 12,
}: {
  delta: number;
  low: number;
  high: number;
  width?: number;
  height?: number;
}) {
  const middle = height / 2;
  return (
    <svg
      className="ruler"
      width={width}
      height={height}
      role="img"
      aria-label={`${points(delta)} points, 95 % interval ${points(low)} to ${points(high)}`}
    >
      <line className="axis" x1="0" x2={width} y1={middle} y2={middle} />
      <rect
        className="band none"
        x={place(low, width)}
        y={middle - 5}
        width={place(high, width) - place(low, width)}
        height="10"
      />
      <line className="limit" x1={width / 2} x2={width / 2} y1="0" y2={height} />
      <circle className="point none" cx={place(delta, width)} cy={middle} r={4} />
    </svg>
  );
}
