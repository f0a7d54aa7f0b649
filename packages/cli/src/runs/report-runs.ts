import type { EvalRun } from '@assay/sdk';
import type { CommandContext } from '../command-context.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import { printJson } from '../output/print-json.ts';
import { printable } from '../output/printable.ts';
import type { ChosenReport } from '../reporters/choose-reporters.ts';
import type { ReportedFile, RunReport } from '../reporters/run-report.ts';
import { writeReports } from '../reporters/write-reports.ts';
import { followRun } from './follow-run.ts';
import { addressOf, readReport } from './read-report.ts';

/** A launched run to report. */
export interface ReportedLaunch {
  runId: string;
  file?: ReportedFile | undefined;
  gateName?: string | undefined;
}

interface ReportRequest {
  reports: readonly ChosenReport[];
  all: boolean;
  exitZero: boolean;
  json: string | true | undefined;
  /** Print the ids of the runs, and wait for none. */
  detach?: boolean;
}

/** Waits for runs, one after the other, and writes the reports about them. After Ctrl-C the runs continue. */
export async function reportRuns(
  context: CommandContext,
  launches: readonly ReportedLaunch[],
  request: ReportRequest,
): Promise<ExitCode> {
  const platform = await context.platform();
  const runs: EvalRun[] = [];
  for (const { runId } of launches)
    runs.push(await platform.assay.getEvalRun({ projectId: await platform.projectId(), runId }));
  for (const run of runs) await tellRun(context, run);
  if (request.detach === true) {
    const { terminal } = context;
    if (request.json === undefined) for (const { id } of runs) terminal.out(`${id}\n`);
    else terminal.out(printJson(runs.length === 1 ? runs[0] : runs));
    return exitCodes.passed;
  }
  const reported: RunReport[] = [];
  for (const [i, { file, gateName }] of launches.entries()) {
    const ended = await followRun(context, runs[i]!);
    if (!ended) return exitCodes.interrupted;
    reported.push(await readReport(platform, ended, { all: request.all, file, gateName }));
  }
  return writeReports(context, reported, request);
}

/** The name, the size, the servers and the address of a run, on standard error. */
async function tellRun(context: CommandContext, run: EvalRun): Promise<void> {
  const { terminal, isQuiet } = context;
  if (isQuiet) return;
  const servers = run.servers.map(({ name }) => name).join(', ');
  const on = servers === '' ? '' : ` on ${servers}`;
  const { total } = run.trials;
  const text = `Run ${run.runNumber} of ${run.suiteName}, ${total} ${total === 1 ? 'trial' : 'trials'}${on}`;
  const address = await addressOf(await context.platform(), run.id);
  terminal.err(`${printable(text, terminal)} · ${address}\n`);
}
