import '../ruler/ruler.css';
import { NARROW, signed } from '../../lib/format/numbers.ts';

/** A difference of two rates, from −1 to 1, with its interval. */
export interface DifferenceValues {
  delta: number;
  lower: number;
  upper: number;
}

/** Whether a difference is one: its interval leaves 0 out. */
export const toneOfDifference = ({ lower, upper }: DifferenceValues): 'passed' | 'failed' | 'none' =>
  upper < 0 ? 'failed' : lower > 0 ? 'passed' : 'none';

const place = (share: number): string => `${((share + 1) * 50).toFixed(2)}%`;
const points = (share: number): string => signed(Math.round(share * 100));

/** A difference with its interval around 0: better, worse, or neither. */
export function Difference({ width = 160, ...values }: DifferenceValues & { width?: number }) {
  const { delta, lower, upper } = values;
  const tone = toneOfDifference(values);
  return (
    <svg
      className="ruler"
      width={width}
      height="12"
      role="img"
      aria-label={`${points(delta)} points, 95${NARROW}% interval ${points(lower)} to ${points(upper)}`}
    >
      <line className="axis" x1="0" x2="100%" y1="6" y2="6" />
      <line className="limit" x1="50%" x2="50%" y1="0" y2="12" />
      <rect
        className={`band ${tone}`}
        x={place(lower)}
        y="1"
        width={`${((upper - lower) * 50).toFixed(2)}%`}
        height="10"
      />
      {tone === 'failed' ? (
        <svg x={place(delta)} y="6" overflow="visible">
          <rect className="point failed" x="-3.6" y="-3.6" width="7.2" height="7.2" />
        </svg>
      ) : (
        <circle className={`point ${tone}`} cx={place(delta)} cy="6" r="4" />
      )}
    </svg>
  );
}
