import type { EvalRunCase } from '@assay/sdk';
import stringWidth from 'fast-string-width';
import { markOf, type Outcome } from '../output/marks.ts';
import { padColumns, printable, shortenEnd } from '../output/printable.ts';
import { printDuration } from '../output/print-time.ts';
import { shortenMiddle } from '../output/visible-text.ts';
import type { Terminal } from '../terminal.ts';
import type { ReportedFile } from './run-report.ts';

const OUTCOMES: Record<EvalRunCase['outcome'], Outcome> = {
  passed: 'passed',
  failed: 'failed',
  undecided: 'open',
  open: 'pending',
};

/** The terminal of a report, and the stream that it is printed on. */
export type ReportTerminal = Pick<Terminal, 'isUnicode' | 'colors' | 'columns'>;

/** The widths of the columns of trials, stages and durations. */
const [TRIALS, STAGE, DURATION] = [4, 10, 8];
/** The columns of a mark, of the blanks between columns, and of a terminal of unknown width. */
const [FRAME, WIDTH] = [10, 80];
/** The column in which the evidence of a case begins, behind a word of at most nine letters. */
const INDENT = ' '.repeat(9);

/** The lines of cases: mark, trials, title, the stage where it failed, how long a trial took, then the evidence. */
export function printCases(
  cases: readonly EvalRunCase[],
  terminal: ReportTerminal,
  file: ReportedFile | undefined,
): string {
  const titles = cases.map((each) => titleOf(each, terminal));
  const room = (terminal.columns ?? WIDTH) - FRAME - TRIALS - STAGE - DURATION;
  const most = Math.max(TRIALS, ...cases.map((each) => trialsOf(each).length));
  const isCut = terminal.columns !== undefined;
  const width = Math.max(0, ...titles.map((title) => Math.min(stringWidth(title), room)));
  return cases
    .map((each, i) => {
      const title = padColumns(isCut ? shortenMiddle(titles[i]!, room) : titles[i]!, width);
      const trials = trialsOf(each).padEnd(most);
      const stage = (each.firstFailure?.stage ?? '').padEnd(STAGE);
      const took = (each.p50DurationMs === null ? '' : printDuration(each.p50DurationMs)).padStart(DURATION);
      const line = `  ${markOf(OUTCOMES[each.outcome], terminal)} ${trials} ${title}  ${stage} ${took}`;
      return `${line.trimEnd()}\n${evidenceOf(each, terminal, file)}`;
    })
    .join('');
}

const trialsOf = ({ passed, eligible }: EvalRunCase): string => `${passed}/${eligible}`;

/** The title of a case, with its model where it ran with one. */
const titleOf = ({ title, model }: EvalRunCase, terminal: ReportTerminal): string =>
  printable(model === null ? title : `${title} (${model})`, terminal);

/** The evidence of a case that did not pass: what was expected, what came, and where the case or its evidence stands. */
function evidenceOf(each: EvalRunCase, terminal: ReportTerminal, file: ReportedFile | undefined): string {
  const line = file?.lineOf(each);
  const { evidence } = each.firstFailure ?? {};
  const place = line === undefined || file === undefined ? evidence : `${file.path}:${line}`;
  const room = terminal.columns === undefined ? undefined : terminal.columns - INDENT.length - 10;
  return [
    ...reasonsOf(each),
    ...(place === undefined ? [] : [[line === undefined ? 'evidence' : 'at', place] as const]),
  ]
    .map(([word, text]) => `${INDENT}${word.padEnd(9)} ${shortenEnd(printable(text, terminal), room)}\n`)
    .join('');
}

/** The expectation and the result, each with its word; the reason alone where the API does not tell them apart. */
export function reasonsOf({ firstFailure, because }: EvalRunCase): (readonly [word: string, text: string])[] {
  const { expected, came, reason } = firstFailure ?? {};
  if (expected !== undefined || came !== undefined)
    return [
      ...(expected === undefined ? [] : [['expected', expected] as const]),
      ...(came === undefined ? [] : [['came', came] as const]),
    ];
  const why = reason ?? because;
  return why === undefined ? [] : [['reason', why]];
}
