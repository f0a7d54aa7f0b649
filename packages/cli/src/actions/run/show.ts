import type { showRunInput } from '../../commands/run.ts';
import type { Action } from '../../declare/command.ts';
import { printDocument } from '../../output/print-document.ts';
import { printable } from '../../output/printable.ts';
import { reportText } from '../../reporters/report-text.ts';
import { namedRun } from '../../runs/named-run.ts';
import { addressOf, readReport } from '../../runs/read-report.ts';

/** Shows a run as its reports tell it, or how far it is. */
export const showRun: Action<typeof showRunInput> = async (context, { arguments: { run }, options }) => {
  const platform = await context.platform();
  const { terminal } = context;
  const runId = await namedRun(context, run, options);
  const shown = await platform.assay.getEvalRun({ projectId: await platform.projectId(), runId });
  const isText = options.json === undefined && terminal.isInteractive.out;
  if (!isText) return printDocument(context, options, shown, () => '');
  const servers = shown.servers.map(({ name }) => name).join(', ');
  const head = `Run ${shown.runNumber} of ${shown.suiteName}${servers === '' ? '' : ` on ${servers}`}`;
  terminal.out(`${printable(head, terminal)} · ${await addressOf(platform, runId)}\n`);
  if (shown.completedAt === null) {
    const because = shown.because === '' ? '' : `  ${printable(shown.because, terminal)}\n`;
    terminal.out(`${printable(shown.sentence, terminal)}\n${because}  Wait for its end:  assay run watch ${runId}\n`);
    return;
  }
  const report = await readReport(platform, shown, { all: options.all });
  terminal.out(reportText(report, terminal, { all: options.all }));
};
