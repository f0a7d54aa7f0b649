import { Mark } from '../../components/mark/mark.tsx';
import { writeCountOf } from '../../lib/format/numbers.ts';
import { visibleText } from '../../lib/visible-text.ts';
import type { FileFault } from './use-chosen-file.ts';

/** Lines around a fault that are shown. */
const [BEFORE, AFTER] = [7, 6];

interface Fold {
  from: number;
  to: number;
}

/** Only the neighbourhood of faults, each fault under its line; the lines between are counted. */
export function FaultLines({ text, faults }: { text: string; faults: readonly FileFault[] }) {
  const lines = text.replace(/\n$/, '').split('\n');
  const placed = faults.map((fault) => ({ ...fault, line: Math.min(fault.line ?? 1, lines.length) }));
  const isNear = (line: number): boolean =>
    placed.some((fault) => line >= fault.line - BEFORE && line <= fault.line + AFTER);
  const parts: (Fold | number)[] = [];
  for (let line = 1; line <= lines.length; line++) {
    const last = parts.at(-1);
    if (isNear(line)) parts.push(line);
    else if (typeof last === 'object') last.to = line;
    else parts.push({ from: line, to: line });
  }
  return (
    <div className="frame fault-lines">
      {parts.map((part) =>
        typeof part === 'object' ? (
          <p
            key={`fold ${part.from}`}
            className="fold"
          >{`${writeCountOf(part.to - part.from + 1, 'line')} without a fault`}</p>
        ) : (
          <FileLine
            key={part}
            line={part}
            text={lines[part - 1]!}
            faults={placed.filter(({ line }) => line === part)}
          />
        ),
      )}
    </div>
  );
}

function FileLine({ line, text, faults }: { line: number; text: string; faults: readonly FileFault[] }) {
  const [first] = faults;
  return (
    <>
      <code className={faults.length > 0 ? 'file-line bad' : 'file-line'} id={`line-${line}`}>
        <i>{line}</i>
        <span>{first ? marked(text, first.column) : coloured(text)}</span>
      </code>
      {faults.map(({ path, message }) => (
        <p key={path} className="fault">
          <Mark kind="failed" word="Fault" />
          <span>{visibleText(sentence(message))}</span>
        </p>
      ))}
    </>
  );
}

const sentence = (message: string): string => {
  const text = `${message.charAt(0).toUpperCase()}${message.slice(1)}`;
  return /[.?!]$/.test(text) ? text : `${text}.`;
};

/** The value from a column on is marked; the key of a line is not. */
function marked(text: string, column: number | undefined) {
  const key = /^\s*(?:- )?[\w$-]+:\s+(?=\S)/.exec(text);
  const start = key ? key[0].length : Math.max((column ?? 1) - 1, 0);
  return (
    <>
      {visibleText(text.slice(0, start))}
      <mark>{visibleText(text.slice(start))}</mark>
    </>
  );
}

/** A line of YAML or JSON with its value in the colour of texts. */
function coloured(text: string) {
  const found = /^(\s*(?:- )?"?[\w$./-]+"?:\s+)([^\s{[].*)$/.exec(text);
  if (!found) return visibleText(text) || ' ';
  const isNumber = /^(?:-?\d[\d.]*|true|false|null),?$/.test(found[2]!);
  return (
    <>
      {visibleText(found[1]!)}
      <span className={isNumber ? 'number' : 'string'}>{visibleText(found[2]!)}</span>
    </>
  );
}

/** Leads to a fault in the text. */
export const showFault = (line: number | undefined): void =>
  document.querySelector(`#line-${line ?? 1}`)?.scrollIntoView({ block: 'center' });
