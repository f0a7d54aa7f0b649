import { visibleText } from '../../lib/visible-text.ts';
import { writeJson, type EvidencePlace, type TextRange } from './json-text.ts';

/** A text with its cited ranges marked. Foreign text: characters that cannot be seen are shown as marks. */
export function MarkedText({ text, marks }: { text: string; marks: readonly TextRange[] }) {
  const pieces: React.ReactNode[] = [];
  let at = 0;
  for (const { start, end } of marks.toSorted((a, b) => a.start - b.start)) {
    if (end <= at) continue;
    const from = Math.max(start, at);
    pieces.push(visibleText(text.slice(at, from)), <mark key={from}>{visibleText(text.slice(from, end))}</mark>);
    at = end;
  }
  return (
    <>
      {pieces}
      {visibleText(text.slice(at))}
    </>
  );
}

/** JSON on one line, for a cell of a table, with its cited places marked. */
export function JsonInline({ value, evidence }: { value: unknown; evidence?: readonly EvidencePlace[] }) {
  const { text, marks } = writeJson(value, evidence, { isOneLine: true });
  return (
    <code className="muted" dir="auto">
      <MarkedText text={text} marks={marks} />
    </code>
  );
}
