import './mark.css';

/** The outcomes and roles that have a shape. */
export type MarkKind = 'passed' | 'failed' | 'open' | 'excluded' | 'running' | 'pending' | 'warning' | 'note';

const words: Record<MarkKind, string> = {
  passed: 'Passed',
  failed: 'Failed',
  open: 'Not established',
  excluded: 'Excluded',
  running: 'Running',
  pending: 'Pending',
  warning: 'Warning',
  note: 'Note',
};

/** The role whose colour repeats the shape. */
const tones: Record<MarkKind, string> = {
  passed: 'passed',
  failed: 'failed',
  open: 'open',
  excluded: 'open',
  running: 'running',
  pending: 'running',
  warning: 'warn',
  note: 'running',
};

/** The name of the colour of a kind, as a class: `passed`, `failed`, `open`, `running` or `warn`. */
export const toneOf = (kind: MarkKind): string => tones[kind];

/** The word of a kind. */
export const wordOf = (kind: MarkKind): string => words[kind];

const line = { fill: 'none', stroke: 'currentColor' } as const;
const inner = { fill: 'none', stroke: 'var(--surface-raised)', strokeLinecap: 'round' } as const;

const shapes = {
  passed: (
    <>
      <circle cx="8" cy="8" r="7" fill="currentColor" />
      <path d="m4.8 8.2 2.2 2.2 4.3-4.7" {...inner} strokeWidth="1.9" strokeLinejoin="round" />
    </>
  ),
  failed: (
    <>
      <rect x="1.5" y="1.5" width="13" height="13" rx="1.5" fill="currentColor" />
      <path d="m5.3 5.3 5.4 5.4M10.7 5.3l-5.4 5.4" {...inner} strokeWidth="1.9" />
    </>
  ),
  open: (
    <>
      <path d="M8 1.3 14.7 8 8 14.7 1.3 8z" {...line} strokeWidth="1.7" strokeLinejoin="round" />
      <path d="M5.5 8h5" {...line} strokeWidth="1.9" strokeLinecap="round" />
    </>
  ),
  excluded: (
    <>
      <path d="M8 1.3 14.7 8 8 14.7 1.3 8z" {...line} strokeWidth="1.7" strokeDasharray="3 2.2" />
      <path d="m6 10 4-4" {...line} strokeWidth="1.7" strokeLinecap="round" />
    </>
  ),
  running: <circle cx="8" cy="8" r="6.2" {...line} strokeWidth="1.8" strokeDasharray="28 11" className="turn" />,
  pending: <circle cx="8" cy="8" r="6" {...line} strokeWidth="1.5" strokeDasharray="1.5 2.6" />,
  warning: (
    <>
      <path d="M8 1.8 15 14H1z" fill="currentColor" stroke="currentColor" strokeWidth="1.2" strokeLinejoin="round" />
      <path d="M8 6.2v3.6M8 12h.01" {...inner} strokeWidth="1.7" />
    </>
  ),
  note: (
    <>
      <circle cx="8" cy="8" r="6.3" {...line} strokeWidth="1.5" />
      <path d="M8 7.3v4M8 4.8h.01" {...line} strokeWidth="1.7" strokeLinecap="round" />
    </>
  ),
} satisfies Record<MarkKind, unknown>;

/**
 * The mark of an outcome: the shape carries the meaning, the colour repeats it, and `word` says it to screen readers.
 * An empty `word` is for a mark whose word stands beside it.
 */
export const Mark = ({ kind, size, word = words[kind] }: { kind: MarkKind; size?: 'mid' | 'big'; word?: string }) => (
  <svg
    className={`mark ${tones[kind]}${size ? ` ${size}` : ''}`}
    viewBox="0 0 16 16"
    {...(word === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': word })}
  >
    {shapes[kind]}
  </svg>
);
