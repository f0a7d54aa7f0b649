import type { watchInput } from '../../commands/run.ts';
import { UsageError } from '../../command-failure.ts';
import type { CommandContext } from '../../command-context.ts';
import type { Action } from '../../declare/command.ts';
import { chooseReports } from '../../reporters/choose-reporters.ts';
import { decisionDocument } from '../../reporters/report-json.ts';
import { reportRuns } from '../../runs/report-runs.ts';
import { namedRun } from '../../runs/named-run.ts';
import type { EventWatcher } from '../../runs/wait-for-run.ts';

/** Waits for the end of a run, and reports it. */
export const watchRun: Action<typeof watchInput> = async (context, { arguments: { run }, options }) => {
  const reports = await chooseReports(options, context.folder);
  const isPrinted = options.json !== undefined || options.reporter.some((each) => !each.includes('='));
  if (options.jsonl && isPrinted) throw new UsageError('--jsonl prints events: give every other report a file.');
  const launch = { runId: await namedRun(context, run, options) };
  if (!options.jsonl) return reportRuns(context, [launch], { ...options, reports });
  const written = reports.filter(({ file }) => file !== undefined);
  return reportRuns(context, [launch], {
    ...options,
    reports: written,
    watcher: printedEvents(context),
    onReport: (report) => printEvent(context, 'end', decisionDocument(report)),
  });
};

/** Prints each event on a line of its own: its type and its data, as the API sends them. */
const printedEvents = (context: CommandContext): EventWatcher => ({
  run: (run) => printEvent(context, 'run', run),
  iteration: (ended) => printEvent(context, 'iteration', ended),
});

const printEvent = ({ terminal }: CommandContext, type: string, data: unknown): void =>
  terminal.out(`${JSON.stringify({ type, data })}\n`);
