import type { EvalRun } from '@assay/sdk';
import type { CommandContext } from '../command-context.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import { pickFields, printJson } from '../output/print-json.ts';
import { forgetLastTest } from '../last-test/last-test.ts';
import { printable } from '../output/printable.ts';
import type { ChosenReport } from '../reporters/choose-reporters.ts';
import type { ReportedFile, RunReport } from '../reporters/run-report.ts';
import { writeReports } from '../reporters/write-reports.ts';
import { followRun, waitAgain } from './follow-run.ts';
import { addressOf, readReport } from './read-report.ts';
import type { EventWatcher } from './wait-for-run.ts';
import { countOf } from '../output/count-of.ts';

/** A launched run to report. */
export interface ReportedLaunch {
  runId: string;
  file?: ReportedFile | undefined;
}

interface ReportRequest {
  reports: readonly ChosenReport[];
  all: boolean;
  exitZero: boolean;
  json: string | true | undefined;
  /** Print the ids of the runs, and wait for none. */
  detach?: boolean;
  /** Is told what happens to the runs, beside the progress on standard error. */
  watcher?: EventWatcher;
  /** Is told the report about each run, before reports are written. */
  onReport?: (report: RunReport) => void;
}

/** Waits for runs, one after the other, and writes the reports about them. After Ctrl-C the runs continue. */
export async function reportRuns(
  context: CommandContext,
  launches: readonly ReportedLaunch[],
  request: ReportRequest,
): Promise<ExitCode> {
  try {
    const runs = await readRuns(context, launches);
    await forgetLastTest(context.env);
    if (request.detach === true) return printIds(context, runs, request.json);
    const reported: RunReport[] = [];
    for (const [i, { file }] of launches.entries()) {
      const ended = await followRun(context, runs[i]!, request.watcher);
      if (!ended) return exitCodes.interrupted;
      const report = await readReport(await context.platform(), ended, { all: request.all, file });
      request.onReport?.(report);
      reported.push(report);
    }
    return await writeReports(context, reported, request);
  } catch (error) {
    if (!context.interrupted.aborted) throw error;
    for (const { runId } of launches) context.terminal.err(`Stopped waiting.\n  ${waitAgain(runId)}\n`);
    return exitCodes.interrupted;
  }
}

/** The launched runs, each told on standard error. */
async function readRuns(context: CommandContext, launches: readonly ReportedLaunch[]): Promise<EvalRun[]> {
  const { assay, projectId } = await context.platform();
  const runs: EvalRun[] = [];
  for (const { runId } of launches) {
    const run = await assay.getEvalRun({ projectId: await projectId(), runId });
    await tellRun(context, run);
    runs.push(run);
  }
  return runs;
}

function printIds({ terminal }: CommandContext, runs: readonly EvalRun[], json: string | true | undefined): ExitCode {
  if (json === undefined) for (const { id } of runs) terminal.out(`${id}\n`);
  else {
    const shown = runs.length === 1 ? runs[0] : runs;
    terminal.out(printJson(typeof json === 'string' ? pickFields(shown, json) : shown));
  }
  return exitCodes.passed;
}

/** The name, the size, the servers and the address of a run, on standard error. */
async function tellRun(context: CommandContext, run: EvalRun): Promise<void> {
  const { terminal, isQuiet } = context;
  if (isQuiet) return;
  const servers = run.servers.map(({ name }) => name).join(', ');
  const on = servers === '' ? '' : ` on ${servers}`;
  const { total } = run.trials;
  const text = `Run ${run.runNumber} of ${run.suiteName}, ${countOf(total, 'trial')}${on}`;
  const address = await addressOf(await context.platform(), run.id);
  terminal.err(`${printable(text, terminal)} · ${address}\n`);
}
