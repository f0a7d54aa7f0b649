import { toneOf, type MarkKind } from '../mark/mark.tsx';

const shapes: Partial<Record<MarkKind, React.ReactElement>> = {
  passed: <circle cx="5" cy="5" r="4.3" fill="currentColor" />,
  failed: <rect x=".7" y=".7" width="8.6" height="8.6" fill="currentColor" />,
  open: <path d="M5 .7 9.3 5 5 9.3.7 5z" fill="none" stroke="currentColor" strokeWidth="1.4" />,
  running: (
    <circle
      cx="5"
      cy="5"
      r="3.6"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeDasharray="16 7"
      className="turn"
    />
  ),
  pending: <circle cx="5" cy="5" r="1.3" fill="currentColor" />,
};

/** The outcome of one trial in nine pixels; an excluded trial has the lozenge. */
export const Dot = ({ kind }: { kind: MarkKind }) => (
  <svg className={`dot ${toneOf(kind)}`} viewBox="0 0 10 10" aria-hidden="true">
    {shapes[kind] ?? shapes.open}
  </svg>
);
