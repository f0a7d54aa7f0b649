import type { ReadinessReport, ReadinessRun, ReadinessSubmissionFact } from '@assay/sdk';
import { given } from '@assay/contract/given';
import type { checkInput } from '../../commands/servers/readiness.ts';
import type { CommandContext } from '../../command-context.ts';
import { UsageError } from '../../command-failure.ts';
import type { Action } from '../../declare/command.ts';
import { exitCodes, type ExitCode } from '../../exit-codes.ts';
import { markOf, type Outcome } from '../../output/marks.ts';
import { pickFields, printJson } from '../../output/print-json.ts';
import { visibleText } from '../../output/visible-text.ts';
import { findId } from '../../platform/find/find-named.ts';
import type { Terminal } from '../../terminal.ts';
import { readJson } from '../operation/read-body.ts';
import { followRun } from './follow-run.ts';

/** Starts a check of readiness, waits for it and tells its outcome. */
export const checkReadiness: Action<typeof checkInput> = async (context, { arguments: { server }, options }) => {
  const { detach, json } = options;
  const submissionFacts = options.facts === undefined ? undefined : await readFacts(context, options.facts);
  const { assay, projectId: projectOf } = await context.platform();
  const [projectId, serverId] = [await projectOf(), await findId(context, 'server', server)];
  const asked = given({ submissionFacts });
  const { runId } =
    options.for === 'openai'
      ? await assay.startOpenAIReadinessRun(
          { projectId, serverId },
          { submissionMode: options.submissionMode ?? 'mcp-only', ...asked },
        )
      : await assay.startClaudeReadinessRun({ projectId, serverId }, asked);
  if (detach) {
    context.terminal.out(`${runId}\n`);
    return exitCodes.passed;
  }
  const run = await followRun(context, `readiness of ${visibleText(server)}`, () =>
    assay.getReadinessRun({ projectId, runId }),
  );
  const report = run.hasReport ? await assay.getReadinessReport({ projectId, runId }) : undefined;
  if (json === undefined) context.terminal.out(readinessText(run, report, context.terminal));
  else context.terminal.out(printJson(typeof json === 'string' ? pickFields(report ?? run, json) : (report ?? run)));
  return EXITS[run.overallStatus ?? ''] ?? exitCodes.undecided;
};

const EXITS: Record<string, ExitCode> = { ready: exitCodes.passed, 'not-ready': exitCodes.failed };
const OUTCOMES: Record<string, Outcome> = { ready: 'passed', 'not-ready': 'failed' };

async function readFacts(context: CommandContext, text: string): Promise<ReadinessSubmissionFact[]> {
  const facts = await readJson(context, '--facts', text);
  if (!Array.isArray(facts)) throw new UsageError('--facts is a JSON list.');
  return facts as ReadinessSubmissionFact[];
}

function readinessText(
  { overallStatus, errorMessage, terminalReason, id }: ReadinessRun,
  report: ReadinessReport | undefined,
  terminal: Pick<Terminal, 'isUnicode' | 'colors'>,
): string {
  const lines = (report?.requirements ?? [])
    .filter(({ result }) => result !== 'pass' && result !== 'notApplicable')
    .map(({ result, requirement, detail, fix }) => {
      const more = [detail, ...(fix === undefined ? [] : [fix])].map((text) => `      ${visibleText(text)}\n`);
      return `  ${markOf(result === 'fail' ? 'failed' : 'open', terminal)} ${visibleText(requirement)}\n${more.join('')}`;
    });
  const why = errorMessage ?? terminalReason;
  const said = overallStatus === 'ready' ? 'Ready.' : overallStatus === 'not-ready' ? 'Not ready.' : undefined;
  const mark = markOf(OUTCOMES[overallStatus ?? ''] ?? 'open', terminal);
  return `${lines.join('')}\n${mark} ${said ?? `Incomplete${why === null ? '' : `: ${visibleText(why)}`}.`}\n  The report:  assay readiness report ${id}\n`;
}
