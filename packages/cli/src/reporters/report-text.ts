import type { EvalGateVerdict, EvalRun, EvalRunCase } from '@assay/sdk';
import { countOf } from '../output/count-of.ts';
import { dim, markOf, type Outcome } from '../output/marks.ts';
import { padColumns, printable, shortenEnd } from '../output/printable.ts';
import { printDuration } from '../output/print-time.ts';
import { printCases, type ReportTerminal } from './print-case.ts';
import { decisionOf, type RunReport } from './run-report.ts';

/** How many cases that did not pass are shown where not all are asked for. */
const SHOWN = 3;
/** The width of what a line of the gate or of a written report is about. */
const HEAD = 16;

/** The mark of each verdict. */
export const VERDICT_OUTCOMES: Record<EvalRun['verdict'], Outcome> = {
  passed: 'passed',
  failed: 'failed',
  inconclusive: 'open',
  notEstablished: 'open',
};
const RULES: Record<EvalGateVerdict['status'], Outcome> = {
  passed: 'passed',
  failed: 'failed',
  non_gateable: 'open',
  usage_error: 'failed',
};

/** The parts of a text report beside its verdict. */
export interface TextOptions {
  /** Every case, also the passed ones. */
  all: boolean;
  /** Reports that were written to files: a name and what is in it. */
  written?: readonly { name: string; text: string }[];
}

/** A run as text: the cases that did not pass with their evidence, the rules of the gate, and the verdict at the end. */
export function reportText(report: RunReport, terminal: ReportTerminal, { all, written = [] }: TextOptions): string {
  const shown = all ? report.cases : report.cases.slice(0, SHOWN);
  return [
    printCases(shown, terminal, report.file),
    all ? printCases(report.passedCases, terminal, report.file) : restOf(report, shown),
    report.gate ? gateTable(report.gate.verdicts, report.gate.policy.name, terminal) : '',
    written.map(({ name, text }) => `  ${name.padEnd(16)} ${text}\n`).join(''),
    shown.length > 0 || report.gate || written.length > 0 ? '\n' : '',
    verdictLines(report, terminal),
  ].join('');
}

/** The cases that are not shown, by their counts. */
function restOf({ counts }: RunReport, shown: readonly EvalRunCase[]): string {
  const left = (outcome: EvalRunCase['outcome']) =>
    counts[outcome] - shown.filter((each) => each.outcome === outcome).length;
  const parts = [
    ...(left('failed') > 0 ? [`${left('failed')} more failed`] : []),
    ...(left('undecided') > 0 ? [`${left('undecided')} undecided`] : []),
    ...(counts.open > 0 ? [`${counts.open} open`] : []),
    ...(counts.passed > 0 ? [`${counts.passed} passed`] : []),
  ];
  return parts.length === 0 || shown.length === 0 ? '' : `  … ${parts.join(', ')}: --all lists them\n`;
}

/** The rules of a gate, one a line: mark, label, value, bound, note. */
export function gateTable(
  verdicts: readonly EvalGateVerdict[],
  name: string | undefined,
  terminal: ReportTerminal,
): string {
  const head = `gate${name === undefined ? '' : ` ${printable(name, terminal)}`}`;
  const rows = verdicts.map(({ status, label, observedText = '', thresholdText = '', note, message }) =>
    [label, observedText, thresholdText, note ?? (observedText === '' ? message : '')]
      .map((cell) => printable(cell, terminal))
      .concat(markOf(RULES[status], terminal)),
  );
  const widths = [0, 1, 2].map((at) => Math.max(0, ...rows.map((row) => row[at]!.length)));
  return rows
    .map(([label, observed, threshold, note, mark], i) => {
      const cells = [label!, observed!, threshold!].map((cell, at) => padColumns(cell, widths[at]!));
      const row = `${mark} ${[...cells, note].join('  ')}`.trimEnd();
      const room = terminal.columns === undefined ? undefined : terminal.columns - HEAD - 3;
      return `  ${(i === 0 ? head : '').padEnd(HEAD)} ${shortenEnd(row, room)}\n`;
    })
    .join('');
}

/** The verdict with its reason, then the commands that show the rest. */
export function verdictLines(report: RunReport, terminal: ReportTerminal): string {
  const { run, gate } = report;
  const { verdict, sentence } = decisionOf(report);
  const isShort = gate === undefined && (verdict === 'passed' || verdict === 'failed');
  const because = printable(run.because, terminal);
  const reason = because === '' ? '' : isShort ? ` ${because}` : `\n  ${because}`;
  const waived = gate?.waived === true ? `\n  ${printable(gate.because, terminal)}` : '';
  const since = report.since === undefined ? '' : `\n  ${printable(report.since, terminal)}`;
  return [
    `${markOf(VERDICT_OUTCOMES[verdict], terminal)} ${printable(sentence, terminal)}${reason}${waived}${since}\n`,
    ...closingLines(report, terminal),
  ].join('');
}

/** How many cases failed, unless the rules of a gate say more, and the commands that show the rest. */
function closingLines({ run, gate, counts, next }: RunReport, terminal: ReportTerminal): string[] {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const took = run.durationMs === null ? '' : ` in ${printDuration(run.durationMs)}`;
  const counted = counts.failed > 0 && !gate ? `${counts.failed} of ${countOf(all, 'case')} failed${took}.` : '';
  const [only, second] = next;
  if (counted !== '' && only && !second) return [`  ${counted} ${dim(`${only.label}:`, terminal)} ${only.command}\n`];
  const hints = next.map(({ label, command }) => `${dim(`${label}:`, terminal)}  ${command}`);
  return [counted, hints.join('     ')].filter((line) => line !== '').map((line) => `  ${line}\n`);
}
