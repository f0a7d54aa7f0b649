import './spark.css';
import { toneOf, wordOf, type MarkKind } from '../mark/mark.tsx';
import { writeRate } from '../../lib/format/numbers.ts';
import { Dot } from '../trial-dots/dot.tsx';

/** One run in a row of runs: its outcome, and its pass rate as a share, where it has one. */
export interface SparkPoint {
  kind: MarkKind;
  rate: number | undefined;
}

const [TOP, BOTTOM, EDGE, HALF] = [3, 19, 3, 3];
/** The rate at the bottom: a lower one lies on the edge, because so small a picture tells directions alone. */
const FLOOR = 0.4;

const heightOf = (rate: number): number => TOP + ((1 - Math.max(rate, FLOOR)) / (1 - FLOOR)) * (BOTTOM - TOP);

/** The latest runs of a suite, oldest first, at most ten; `line` is the share that the newest one needs. */
export function Spark({
  points,
  line,
  width = 76,
}: {
  points: readonly SparkPoint[];
  line?: number | undefined;
  /** In pixels. */
  width?: number;
}) {
  const step = points.length > 1 ? (width - 2 * EDGE) / (points.length - 1) : 0;
  const placed = points.map((point, index) => ({
    ...point,
    x: points.length === 1 ? width / 2 : EDGE + index * step,
    y: heightOf(point.rate ?? line ?? 1),
  }));
  const label = points.map(({ kind, rate }) => `${wordOf(kind).toLowerCase()} ${writeRate(rate)}`).join(', ');
  const measured = placed.filter(({ rate }) => rate !== undefined);
  return (
    <svg className="spark" width={width} height="22" role="img" aria-label={`The last runs: ${label}`}>
      {line !== undefined && <line className="limit" x1="0" x2={width} y1={heightOf(line)} y2={heightOf(line)} />}
      <polyline points={measured.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')} />
      {placed.map(({ kind, x, y }, index) => (
        <svg key={index} x={x - HALF} y={y - HALF} width={HALF * 2} height={HALF * 2} className={toneOf(kind)}>
          <Dot kind={kind} />
        </svg>
      ))}
    </svg>
  );
}
