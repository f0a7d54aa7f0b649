import './code.css';
import { useMemo } from 'react';
import { diffLines } from 'diff';
import { visibleText } from '../../lib/visible-text.ts';

/** Unchanged lines around a change that are shown. */
const AROUND = 3;
/** Texts that differ in more places are shown one after the other. */
const MAX_EDITS = 2_000;

interface DiffLine {
  kind: 'same' | 'del' | 'add';
  text: string;
}

/** Two texts as one, line by line: removed lines before the added ones. Unchanged lines far from a change are counted. */
export function DiffCode({ before, after, label }: { before: string; after: string; label: string }) {
  const lines = useMemo(() => diffOf(before, after), [before, after]);
  return (
    <pre className="code diff" dir="auto" tabIndex={0} role="region" aria-label={label}>
      {folded(lines).map((line, index) =>
        typeof line === 'number' ? (
          <span key={index} className="faint">
            {`⋯ ${line} unchanged`}
          </span>
        ) : (
          <span key={index} className={line.kind === 'same' ? undefined : line.kind}>
            <span className="visually-hidden">{{ same: '', del: 'removed: ', add: 'added: ' }[line.kind]}</span>
            {visibleText(line.text) || ' '}
          </span>
        ),
      )}
    </pre>
  );
}

function diffOf(before: string, after: string): DiffLine[] {
  const changes = diffLines(before, after, { maxEditLength: MAX_EDITS }) ?? [
    { removed: true, added: false, value: before },
    { removed: false, added: true, value: after },
  ];
  return changes.flatMap(({ removed, added, value }) =>
    value
      .replace(/\n$/, '')
      .split('\n')
      .map((text) => ({ kind: removed ? ('del' as const) : added ? ('add' as const) : ('same' as const), text })),
  );
}

/** Runs of unchanged lines far from a change become their number. */
function folded(lines: readonly DiffLine[]): (DiffLine | number)[] {
  const isNear = lines.map((_, at) =>
    lines.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ kind }) => kind !== 'same'),
  );
  const shown: (DiffLine | number)[] = [];
  for (const [at, line] of lines.entries()) {
    if (isNear[at]) shown.push(line);
    else if (typeof shown.at(-1) === 'number') shown[shown.length - 1] = (shown.at(-1) as number) + 1;
    else shown.push(1);
  }
  return shown;
}
