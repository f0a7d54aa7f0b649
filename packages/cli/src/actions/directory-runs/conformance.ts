import type { ConformanceReport, ConformanceRun, ConformanceRunStart } from '@assay/sdk';
import { given } from '@assay/contract/given';
import type { runInput } from '../../commands/servers/conformance.ts';
import type { Action } from '../../declare/command.ts';
import { exitCodes, type ExitCode } from '../../exit-codes.ts';
import { markOf, type Outcome } from '../../output/marks.ts';
import { printJson, pickFields } from '../../output/print-json.ts';
import { visibleText } from '../../output/visible-text.ts';
import { findId } from '../../platform/find/find-named.ts';
import type { Terminal } from '../../terminal.ts';
import { followRun } from './follow-run.ts';

/** Starts a run of conformance, waits for it and tells its outcome. */
export const runConformance: Action<typeof runInput> = async (context, { arguments: { server }, options }) => {
  const { assay, projectId: projectOf } = await context.platform();
  const [projectId, serverId] = [await projectOf(), await findId(context, 'server', server)];
  const { suite, scenario, protocolVersion, detach, json } = options;
  const suites = suite.length === 0 ? undefined : (suite as NonNullable<ConformanceRunStart['suites']>);
  const scenarios = scenario.length === 0 ? undefined : scenario;
  const wanted = given({ suites, scenarios, protocolVersion });
  const { runId } = await assay.startConformanceRun({ projectId, serverId }, wanted);
  if (detach) {
    context.terminal.out(`${runId}\n`);
    return exitCodes.passed;
  }
  const run = await followRun(context, `conformance of ${visibleText(server)}`, () =>
    assay.getConformanceRun({ projectId, runId }),
  );
  const report = run.hasReport ? await assay.getConformanceReport({ projectId, runId }) : undefined;
  const text = () => conformanceText(run, report, context.terminal);
  if (json === undefined) context.terminal.out(text());
  else context.terminal.out(printJson(typeof json === 'string' ? pickFields(report ?? run, json) : (report ?? run)));
  return exitOf(run);
};

const exitOf = ({ outcome }: ConformanceRun): ExitCode =>
  outcome === 'passed' ? exitCodes.passed : outcome === 'failed' ? exitCodes.failed : exitCodes.undecided;

const OUTCOMES: Record<string, Outcome> = { passed: 'passed', failed: 'failed' };

function conformanceText(
  { outcome, suites, totalCases, totalFailingCases, errorMessage, terminalReason, id }: ConformanceRun,
  report: ConformanceReport | undefined,
  terminal: Pick<Terminal, 'isUnicode' | 'colors'>,
): string {
  const failing = (report?.cases ?? []).map(
    ({ suite, scenario }) => `  ${markOf('failed', terminal)} ${suite.padEnd(9)} ${visibleText(scenario)}\n`,
  );
  const lines = suites.map(
    ({ suite, status, passed, reason }) =>
      `  ${markOf(OUTCOMES[status] ?? 'open', terminal)} ${suite.padEnd(9)} ${status}, ${passed} passed${reason === undefined ? '' : `: ${visibleText(reason)}`}\n`,
  );
  const mark = markOf(OUTCOMES[outcome ?? ''] ?? 'open', terminal);
  const why = errorMessage ?? terminalReason;
  const said =
    outcome === 'passed'
      ? `Passed. ${totalCases} scenarios were judged.`
      : outcome === 'failed'
        ? `Failed. ${totalFailingCases} of ${totalCases} scenarios failed.`
        : `Incomplete${why === null ? '' : `: ${visibleText(why)}`}.`;
  return `${lines.join('')}${failing.join('')}\n${mark} ${said}\n  The report:  assay conformance report ${id}\n`;
}
