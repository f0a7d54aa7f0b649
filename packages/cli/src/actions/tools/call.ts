import type { AssayClient, CallReport } from '@assay/sdk';
import type { callInput } from '../../commands/servers/tools.ts';
import type { CommandContext } from '../../command-context.ts';
import { CommandFailure, UsageError } from '../../command-failure.ts';
import type { Action } from '../../declare/command.ts';
import { exitCodes, type ExitCode } from '../../exit-codes.ts';
import { cutTexts, printBytes } from '../../output/cut-texts.ts';
import { markOf, type Outcome } from '../../output/marks.ts';
import { pickFields, printJson } from '../../output/print-json.ts';
import { printDuration } from '../../output/print-time.ts';
import { visibleJson } from '../../output/visible-json.ts';
import { visibleText } from '../../output/visible-text.ts';
import { findId } from '../../platform/find/find-named.ts';
import { nearest } from '../../parse/nearest.ts';
import { primitivesOf } from '../primitives/list.ts';
import { argumentFaults } from './argument-faults.ts';
import { readArguments } from './tool-arguments.ts';

/** Calls a tool of a saved server. Arguments that do not fit its schema are told and sent, unless `--strict` refuses them. */
export const callTool: Action<typeof callInput> = async (context, { arguments: words, options }) => {
  const parameters = await readArguments(context, words.argument, options.data);
  const { assay, projectId: projectOf } = await context.platform();
  const [projectId, serverId] = [await projectOf(), await findId(context, 'server', words.server)];
  await tellFaults(context, assay, { projectId, serverId, toolName: words.tool, parameters, isStrict: options.strict });
  const report = await assay.callTool({ projectId, serverId }, { toolName: words.tool, parameters, report: true });
  return printReport(context, report as CallReport, options);
};

interface Call {
  projectId: string;
  serverId: string;
  toolName: string;
  parameters: Record<string, unknown>;
  isStrict: boolean;
}

/** Tells where the arguments do not fit the schema of the tool, and refuses the call if it is strict. */
async function tellFaults(context: CommandContext, assay: AssayClient, call: Call): Promise<void> {
  const names: string[] = [];
  for await (const tool of primitivesOf(assay, 'listTools', call)) {
    names.push(tool.name);
    if (tool.name !== call.toolName) continue;
    const faults = argumentFaults(tool.inputSchema, call.parameters);
    if (faults.length === 0) return;
    const lines = faults.map((fault) => `  ${fault}\n`).join('');
    if (call.isStrict)
      throw new CommandFailure(
        exitCodes.failed,
        `the arguments do not fit the schema of ${visibleText(call.toolName)}, and were not sent.`,
        faults,
      );
    if (!context.isQuiet)
      context.terminal.err(
        `the arguments do not fit the schema of ${visibleText(call.toolName)}, and are sent:\n${lines}`,
      );
    return;
  }
  const near = nearest(call.toolName, names);
  const told = `the server declares no tool "${visibleText(call.toolName)}".${near === undefined ? '' : ` Did you mean "${visibleText(near)}"?`}`;
  if (call.isStrict) throw new UsageError(told, []);
  if (!context.isQuiet) context.terminal.err(`${told} It is called anyway.\n`);
}

/** Prints the result as the server wrote it, and what it means on standard error. */
function printReport(
  { terminal, isQuiet }: CommandContext,
  report: CallReport,
  { json, full }: { json?: string | true | undefined; full: boolean },
): ExitCode {
  const result = report.result as Record<string, unknown>;
  const isError = result.isError === true;
  const shown = json === undefined ? result : typeof json === 'string' ? pickFields(report, json) : report;
  const isCut = terminal.isInteractive.out && json === undefined && !full;
  terminal.out(visibleJson(printJson(isCut ? cutTexts(shown) : shown)));
  if (!isQuiet) terminal.err(`${markOf(outcomeOf(report, isError), terminal, 'err')} ${sentenceOf(report, isError)}\n`);
  return isError ? exitCodes.failed : exitCodes.passed;
}

const outcomeOf = ({ structuredContent }: CallReport, isError: boolean): Outcome =>
  isError
    ? 'failed'
    : structuredContent?.status === 'invalid' || structuredContent?.status === 'missing'
      ? 'open'
      : 'passed';

function sentenceOf({ durationMs, result, structuredContent }: CallReport, isError: boolean): string {
  const said = `in ${printDuration(durationMs)}, ${printBytes(Buffer.byteLength(JSON.stringify(result)))}`;
  if (isError) return `answered with an error ${said}`;
  const { status, issues = [] } = structuredContent ?? {};
  const first = issues[0];
  const fits: Record<string, string> = {
    valid: ', fits its schema',
    invalid: `, does not fit its schema: ${visibleText(`${first?.path || '/'} ${first?.message ?? ''}`)}`,
    missing: ', has no structured content, which its schema asks for',
  };
  return `answered ${said}${fits[status ?? ''] ?? ''}`;
}
