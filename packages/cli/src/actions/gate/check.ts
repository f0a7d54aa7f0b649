import type { EvalGateReport } from '@assay/sdk';
import type { checkGateInput } from '../../commands/gate.ts';
import type { Action } from '../../declare/command.ts';
import { exitCodes, type ExitCode } from '../../exit-codes.ts';
import { markOf, type Outcome } from '../../output/marks.ts';
import { pickFields, printJson } from '../../output/print-json.ts';
import { printable } from '../../output/printable.ts';
import { gateTable } from '../../reporters/report-text.ts';
import { namedRun } from '../../runs/named-run.ts';

const OUTCOMES: Record<EvalGateReport['outcome'], { mark: Outcome; code: ExitCode }> = {
  passed: { mark: 'passed', code: exitCodes.passed },
  failed: { mark: 'failed', code: exitCodes.failed },
  incomplete: { mark: 'open', code: exitCodes.undecided },
  usage_error: { mark: 'open', code: exitCodes.misused },
};

/** Prints the rules of a run's gate and its decision. */
export const checkGate: Action<typeof checkGateInput> = async (context, { arguments: { run }, options }) => {
  const { assay, projectId } = await context.platform();
  const { terminal } = context;
  const runId = await namedRun(context, run, options);
  const target = { projectId: await projectId(), runId };
  const report = await assay.getEvalRunGate(target);
  const { mark, code } = OUTCOMES[report.outcome];
  const exitCode = options.exitZero || report.waived ? exitCodes.passed : code;
  if (options.json !== undefined) {
    const { outcome: verdict, sentence, because } = report;
    const document = { verdict, sentence, because, run: await assay.getEvalRun(target), gate: report, exitCode };
    terminal.out(printJson(typeof options.json === 'string' ? pickFields(document, options.json) : document));
    return exitCode;
  }
  terminal.out(gateTable(report.verdicts, report.policy.name, terminal));
  const waiver =
    report.waived && report.waiver ? `  waived           ${printable(report.waiver.reason, terminal)}\n` : '';
  terminal.out(`${waiver}\n${markOf(mark, terminal)} ${printable(report.sentence, terminal)}\n`);
  return exitCode;
};
