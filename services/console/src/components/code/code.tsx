import './code.css';
import { useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import { copyText } from '../../lib/copy-text.ts';
import { writeSize } from '../../lib/format/numbers.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { Button } from '../button/button.tsx';
import { jsonTokens, type Token } from './json-tokens.ts';
import { writeJson, type EvidencePlace, type TextRange } from './json-text.ts';

/** A longer text is shown up to here until it is asked for, in characters. */
const CLIP = 200_000;
/** A longer text has no colours: each would be an element. In characters. */
const COLOURED = 60_000;
/** Lines of a long text are laid out in blocks of this many, when they come into sight. */
const BLOCK = 400;

const NONE: readonly TextRange[] = [];

interface CodeLook {
  /** Its name, for screen readers and for the toast of `y`: "The result". */
  label?: string;
  isNumbered?: boolean;
  /** Cited evidence. */
  marks?: readonly TextRange[];
  /** Colours as JSON. */
  isJson?: boolean;
}

/**
 * A text in the type of the wire, as it is. Foreign text: characters that cannot be seen are shown as marks. `y` copies
 * it. More than 200 kB are shown when they are asked for.
 */
export function Code({
  text,
  label = 'The text',
  isNumbered = false,
  marks = NONE,
  isJson = false,
}: CodeLook & { text: string }) {
  const [isWhole, setWhole] = useState(false);
  const isClipped = !isWhole && text.length > CLIP && !marks.some(({ end }) => end > CLIP);
  const shown = isClipped ? text.slice(0, Math.max(text.lastIndexOf('\n', CLIP), CLIP / 2)) : text;
  const tokens = useMemo(() => (isJson && shown.length <= COLOURED ? jsonTokens(shown) : []), [isJson, shown]);
  const drawn = useMemo(
    () =>
      shown.length > CLIP
        ? plainBlocks(shown, marks)
        : isNumbered
          ? blocksOf(shown, tokens, marks)
          : piecesOf(shown, 0, shown.length, tokens, marks),
    [shown, tokens, marks, isNumbered],
  );
  const size = useMemo(() => (isClipped ? writeSize(new Blob([text]).size) : ''), [isClipped, text]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'y' || event.metaKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    copyText(text, label);
  };
  return (
    <>
      <pre
        className={isNumbered && shown.length <= CLIP ? 'code numbered' : 'code'}
        dir="auto"
        tabIndex={0}
        role="region"
        aria-label={label}
        onKeyDown={onKeyDown}
      >
        {drawn}
      </pre>
      {isClipped && (
        <p className="code-clipped small muted row">
          Shown are the first {writeSize(shown.length)}.
          <Button small onClick={() => setWhole(true)}>
            Show all, {size}
          </Button>
        </p>
      )}
    </>
  );
}

/** A document as JSON, with its cited places marked. */
export function JsonCode({
  value,
  evidence,
  ...look
}: Omit<CodeLook, 'marks' | 'isJson'> & { value: unknown; evidence?: readonly EvidencePlace[] }) {
  const { text, marks } = useMemo(() => writeJson(value, evidence), [value, evidence]);
  return <Code {...look} text={text} marks={marks} isJson />;
}

/** The lines of a text, in blocks that are laid out when they come into sight. */
function blocksOf(text: string, tokens: readonly Token[], marks: readonly TextRange[]): ReactNode {
  const starts = lineStarts(text);
  const lineAt = (line: number): ReactNode => {
    const [start, end] = [starts[line]!, line + 1 < starts.length ? starts[line + 1]! - 1 : text.length];
    return <span key={line}>{piecesOf(text, start, end, tokens, marks)}</span>;
  };
  const linesOf = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => lineAt(from + index));
  if (starts.length <= BLOCK) return linesOf(0, starts.length);
  return Array.from({ length: Math.ceil(starts.length / BLOCK) }, (_, block) => (
    <div key={block} className="code-block">
      {/* The block has a scope of counters of its own (content-visibility), so the number begins inside of it. */}
      <div style={{ counterReset: `line ${block * BLOCK}` }}>
        {linesOf(block * BLOCK, Math.min((block + 1) * BLOCK, starts.length))}
      </div>
    </div>
  ));
}

/** A text of megabytes: a line of it is no element, so it has no numbers. */
function plainBlocks(text: string, marks: readonly TextRange[]): ReactNode {
  const starts = lineStarts(text).filter((_, line) => line % BLOCK === 0);
  return starts.map((start, block) => (
    <div key={start} className="code-block">
      {piecesOf(text, start, starts[block + 1] ?? text.length, [], marks)}
    </div>
  ));
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** A range of a text cut at its tokens and marks. */
function piecesOf(
  text: string,
  start: number,
  end: number,
  tokens: readonly Token[],
  marks: readonly TextRange[],
): ReactNode {
  const inside = marks.filter((mark) => mark.start < end && mark.end > start);
  const pieces: ReactNode[] = [];
  let at = start;
  for (const { start: from, end: to } of inside.toSorted((one, other) => one.start - other.start)) {
    const [first, last] = [Math.max(from, at), Math.min(to, end)];
    if (first >= last) continue;
    pieces.push(...coloured(text, at, first, tokens));
    pieces.push(<mark key={`mark ${first}`}>{coloured(text, first, last, tokens)}</mark>);
    at = last;
  }
  pieces.push(...coloured(text, at, end, tokens));
  return pieces;
}

function coloured(text: string, start: number, end: number, tokens: readonly Token[]): ReactNode[] {
  const pieces: ReactNode[] = [];
  let at = start;
  for (let index = firstAfter(tokens, start); index < tokens.length && tokens[index]!.start < end; index++) {
    const token = tokens[index]!;
    const [from, to] = [Math.max(token.start, at), Math.min(token.end, end)];
    if (from > at) pieces.push(visibleText(text.slice(at, from)));
    pieces.push(
      <span key={from} className={token.kind}>
        {visibleText(text.slice(from, to))}
      </span>,
    );
    at = to;
  }
  if (at < end) pieces.push(visibleText(text.slice(at, end)));
  return pieces;
}

/** The index of the first token that ends behind a place, by halving. */
function firstAfter(tokens: readonly Token[], place: number): number {
  let [low, high] = [0, tokens.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tokens[middle]!.end > place) high = middle;
    else low = middle + 1;
  }
  return low;
}
