import type { CommandContext } from '../command-context.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import { writeTextFile } from '../files.ts';
import { markOf } from '../output/marks.ts';
import { pickFields, printJson } from '../output/print-json.ts';
import { printable } from '../output/printable.ts';
import type { ChosenReport, ReportFormat } from './choose-reporters.ts';
import { joinJunit } from './join-junit.ts';
import { reportGithub } from './report-github.ts';
import { reportGitlab } from './report-gitlab.ts';
import { decisionDocument } from './report-json.ts';
import { reportText, VERDICT_OUTCOMES } from './report-text.ts';
import { decisionOf, worstExit, type RunReport } from './run-report.ts';
import { countOf } from '../output/count-of.ts';

/** How reports are printed. */
interface ReportStyle {
  reports: readonly ChosenReport[];
  all: boolean;
  exitZero: boolean;
  /** The fields of a JSON report; all of them for `true`. */
  json: string | true | undefined;
}

/**
 * Writes the reports about runs to their files and prints the others. Returns the exit code of the verdicts. Throws what
 * kept a report from being written, after all others.
 */
export async function writeReports(
  context: Pick<CommandContext, 'terminal'>,
  runs: readonly RunReport[],
  { reports, all, exitZero, json }: ReportStyle,
): Promise<ExitCode> {
  const { terminal } = context;
  const written: { name: string; text: string }[] = [];
  const plain = { isUnicode: true, colors: { out: false, err: false }, columns: undefined };
  const textOf = async (format: ReportFormat, isFile: boolean): Promise<string> => {
    if (format === 'text') return isFile ? textReport(runs, plain, all, []) : textReport(runs, terminal, all, written);
    return documentOf(format, runs, isFile ? true : json);
  };
  let failure: Error | undefined;
  for (const { format, file } of reports) {
    if (!file) continue;
    try {
      await writeTextFile(file.path, await textOf(format, true));
      const counted = format === 'junit' ? countedCases(runs) : '';
      written.push({ name: NAMES[format], text: `${printable(file.typed, terminal)}${counted}` });
    } catch (error) {
      failure ??= error as Error;
    }
  }
  for (const { format, file } of reports) if (!file) terminal.out(await textOf(format, false));
  // A file that cannot be written does not hide the verdict.
  if (failure) throw failure;
  return exitZero ? exitCodes.passed : worstExit(runs.map((run) => decisionOf(run).exitCode));
}

/** The number of cases of all runs, behind the name of a file. */
function countedCases(runs: readonly RunReport[]): string {
  const cases = runs.reduce((sum, { counts }) => sum + Object.values(counts).reduce((all, count) => all + count, 0), 0);
  return `, ${countOf(cases, 'case')}`;
}

const NAMES: Record<ReportFormat, string> = {
  text: 'Text',
  json: 'JSON',
  junit: 'JUnit',
  github: 'GitHub',
  gitlab: 'GitLab',
  markdown: 'Markdown',
};

async function documentOf(
  format: Exclude<ReportFormat, 'text'>,
  runs: readonly RunReport[],
  json: string | true | undefined,
): Promise<string> {
  if (format === 'github') return reportGithub(runs);
  if (format === 'gitlab') return reportGitlab(runs);
  if (format === 'json') {
    const documents = runs.map(decisionDocument);
    const shown = documents.length === 1 ? documents[0]! : documents;
    return printJson(typeof json === 'string' ? pickFields(shown, json) : shown);
  }
  const exported: string[] = [];
  for (const run of runs) exported.push(await run.exported(format));
  return format === 'junit' ? joinJunit(exported) : exported.join('\n');
}

type TextTerminal = Parameters<typeof reportText>[1];

/** Each run as text; of several the verdicts again at the end, one a line. */
function textReport(
  runs: readonly RunReport[],
  terminal: TextTerminal,
  all: boolean,
  written: readonly { name: string; text: string }[],
): string {
  if (runs.length === 1) return reportText(runs[0]!, terminal, { all, written });
  const files = written.map(({ name, text }) => `  ${name.padEnd(16)} ${text}\n`).join('');
  return [
    ...runs.map((run) => `${printable(titleOf(run), terminal)}\n${reportText(run, terminal, { all })}\n`),
    files === '' ? '' : `${files}\n`,
    ...runs.map((run) => {
      const { verdict, sentence } = decisionOf(run);
      const mark = markOf(VERDICT_OUTCOMES[verdict], terminal);
      return `${mark} ${printable(titleOf(run), terminal)}: ${printable(sentence, terminal)}\n`;
    }),
  ].join('');
}

/** The name of a run among several: its suite, its number, and what it ran against where it is one of a group. */
function titleOf({ run }: RunReport): string {
  const target = run.arm ?? (run.runGroupId === undefined ? undefined : (run.environment?.name ?? run.client.name));
  return `${run.suiteName}, run ${run.runNumber}${target === undefined ? '' : ` on ${target}`}`;
}
