import './code.css';
import { useState } from 'react';
import { visibleText } from '../../lib/visible-text.ts';
import { writeCount } from '../../lib/format/numbers.ts';
import { Button } from '../button/button.tsx';
import { jsonLines, type CodeLine, type CodeMark } from './json-lines.ts';

const CLASSES = { string: 's', number: 'n', punct: 'p', key: undefined, space: undefined } as const;
/** More lines are shown when the reader asks. */
const MAX_LINES = 1_000;

/** JSON in the type of the wire, with the cited places marked; `numbered` gives each line its number. */
export function JsonCode({
  value,
  marks = [],
  numbered = false,
  label,
}: {
  value: unknown;
  marks?: readonly CodeMark[];
  numbered?: boolean;
  label?: string;
}) {
  const [isWhole, setWhole] = useState(false);
  const lines = jsonLines(value, marks);
  const shown = isWhole ? lines : lines.slice(0, MAX_LINES);
  return (
    <>
      <pre className={numbered ? 'code numbered' : 'code'} dir="auto" tabIndex={0} aria-label={label}>
        {shown.map((line, index) =>
          numbered ? (
            <span key={index}>
              <Pieces line={line} />
            </span>
          ) : (
            <PlainLine key={index} line={line} isLast={index === shown.length - 1} />
          ),
        )}
      </pre>
      {shown.length < lines.length && (
        <Button small onClick={() => setWhole(true)}>
          Show all {writeCount(lines.length)} lines
        </Button>
      )}
    </>
  );
}

const PlainLine = ({ line, isLast }: { line: CodeLine; isLast: boolean }) => (
  <>
    <Pieces line={line} />
    {!isLast && '\n'}
  </>
);

/** JSON in one line without blanks, for the cell of a table. */
export const JsonInline = ({ value, marks = [] }: { value: unknown; marks?: readonly CodeMark[] }) => (
  <code className="muted" dir="auto">
    <Pieces line={jsonLines(value, marks, { isOneLine: true })[0]!} plain />
  </code>
);

const Pieces = ({ line, plain = false }: { line: CodeLine; plain?: boolean }) => (
  <>
    {line.map(({ text, kind, isMarked }, index) => {
      const content = isMarked ? <mark>{visibleText(text)}</mark> : visibleText(text);
      const name = plain ? undefined : CLASSES[kind];
      return name === undefined ? (
        <span key={index}>{content}</span>
      ) : (
        <span key={index} className={name}>
          {content}
        </span>
      );
    })}
  </>
);
