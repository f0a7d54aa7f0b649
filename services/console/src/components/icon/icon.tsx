import type { ReactElement } from 'react';

/** The drawings, on a grid of 16 with lines of 1.4. */
const drawings = {
  'chevron-down': <path d="M3.5 6 8 10.5 12.5 6" />,
  overview: <path d="M2.5 13.5V8M6 13.5V4M9.5 13.5v-7M13 13.5v-11" />,
  servers: (
    <>
      <rect x="2.5" y="3" width="11" height="4" rx="1" />
      <rect x="2.5" y="9" width="11" height="4" rx="1" />
      <path d="M5 5h.01M5 11h.01" />
    </>
  ),
  suites: <path d="M6.5 4h7M6.5 8h7M6.5 12h7M2.5 4l.9.9L5 3.2M2.5 8l.9.9L5 7.2M2.5 12l.9.9L5 11.2" />,
  run: <path d="M4.5 3.2v9.6l8-4.8z" />,
  settings: (
    <>
      <path d="M2.5 4.5h7M12.5 4.5h1M2.5 11.5h1M6.5 11.5h7" />
      <circle cx="11" cy="4.5" r="1.5" />
      <circle cx="5" cy="11.5" r="1.5" />
    </>
  ),
  reference: (
    <path d="M3 3h4a1.5 1.5 0 0 1 1 1.5V13a1.5 1.5 0 0 0-1-1H3zM13 3H9a1.5 1.5 0 0 0-1 1.5V13a1.5 1.5 0 0 1 1-1h4z" />
  ),
  person: (
    <>
      <circle cx="8" cy="5.2" r="2.7" />
      <path d="M2.8 13.5c.6-3 2.7-4.2 5.2-4.2s4.6 1.2 5.2 4.2" />
    </>
  ),
  search: (
    <>
      <circle cx="7" cy="7" r="4.2" />
      <path d="m10.2 10.2 3.3 3.3" />
    </>
  ),
  theme: (
    <>
      <circle cx="8" cy="8" r="2.7" />
      <path d="M8 1.5v1.7M8 12.8v1.7M1.5 8h1.7M12.8 8h1.7M3.4 3.4l1.2 1.2M11.4 11.4l1.2 1.2M12.6 3.4l-1.2 1.2M4.6 11.4l-1.2 1.2" />
    </>
  ),
  more: <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth="2.2" />,
  'arrow-left': <path d="M13 8H3M7 4 3 8l4 4" />,
  copy: (
    <>
      <rect x="5.5" y="5.5" width="8" height="8" rx="1" />
      <path d="M10.5 5.5v-3h-8v8h3" />
    </>
  ),
  close: <path d="m3.5 3.5 9 9M12.5 3.5l-9 9" />,
  tool: (
    <path d="M13.2 4.7a3.2 3.2 0 0 1-4.4 3.7l-4.5 4.6-1.7-1.7 4.6-4.5A3.2 3.2 0 0 1 11 2.5L9.3 4.3l.3 1.8 1.8.3z" />
  ),
  assertion: <path d="M8 2.5v11M4 13.5h8M3 5h10M3 5 1.5 9h3zM13 5l-1.5 4h3z" />,
  pointer: <path d="m4 3 8.5 4-3.6 1.3L7.6 12z" />,
  plus: <path d="M8 3v10M3 8h10" />,
  tick: <path d="m3 8.5 3.2 3L13 4.5" />,
  'chevron-right': <path d="m6 3.5 4.5 4.5L6 12.5" />,
  eye: (
    <>
      <path d="M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8z" />
      <circle cx="8" cy="8" r="1.8" />
    </>
  ),
  swap: <path d="M2.5 5.5h9M9 3l2.5 2.5L9 8M13.5 10.5h-9M7 8l-2.5 2.5L7 13" />,
  lock: (
    <>
      <rect x="3.5" y="7" width="9" height="6.5" rx="1" />
      <path d="M5.5 7V5a2.5 2.5 0 0 1 5 0v2" />
    </>
  ),
  undo: <path d="M5.5 3 2.5 6l3 3M2.5 6h7a4 4 0 0 1 0 8H6" />,
  grip: <path d="M6 4h.01M10 4h.01M6 8h.01M10 8h.01M6 12h.01M10 12h.01" strokeWidth="2" />,
  prompt: (
    <>
      <path d="M2.5 3.5h11v8h-6l-3 2.2v-2.2h-2z" />
      <path d="M5 6.5h6M5 8.7h3.5" />
    </>
  ),
  key: (
    <>
      <circle cx="5" cy="8" r="2.5" />
      <path d="M7.5 8h6v2.5M11 8v2" />
    </>
  ),
  link: <path d="M6.5 9.5 9.5 6.5M7 4.5 8.5 3a2.8 2.8 0 0 1 4 4L11 8.5M9 11.5 7.5 13a2.8 2.8 0 0 1-4-4L5 7.5" />,
  command: <path d="m3 5 3 3-3 3M8 11h5" />,
  download: <path d="M8 2.5v8M4.5 7 8 10.5 11.5 7M3 13.5h10" />,
  'arrow-right': <path d="M3 8h10M9 4l4 4-4 4" />,
  again: <path d="M13 5.5A5.5 5.5 0 1 0 13.5 9M13.5 2.5v3.2h-3.2" />,
  branch: (
    <>
      <circle cx="4.5" cy="3.8" r="1.5" />
      <circle cx="4.5" cy="12.2" r="1.5" />
      <circle cx="11.5" cy="5.5" r="1.5" />
      <path d="M4.5 5.3v5.4M11.5 7c0 2.5-4.5 1.7-6.6 3.7" />
    </>
  ),
  stop: <rect x="4" y="4" width="8" height="8" rx="1" />,
  lines: <path d="M3 4h10M3 8h10M3 12h6" />,
  label: (
    <>
      <path d="M2.5 8.5 8 3h5v5l-5.5 5.5z" />
      <path d="M10.8 5.2h.01" />
    </>
  ),
  environment: <path d="M8 2.5 2.5 5.4 8 8.3l5.5-2.9zM2.5 8.2 8 11l5.5-2.8M2.5 11 8 13.8l5.5-2.8" />,
} satisfies Record<string, ReactElement>;

export type IconName = keyof typeof drawings;

/** A drawing beside a word that says the same; it is hidden from screen readers. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
    {drawings[name]}
  </svg>
);
