import type { CallTool } from '@assay/contract/areas/primitives/documents';
import { given } from '@assay/contract/given';
import { Problem } from '@assay/contract/problem';
import { ByteBudget } from '@assay/mcp/transport/byte-budget';
import { METHOD_NOT_FOUND } from '@assay/mcp/diagnosis/codes';
import { LIST_FAULTS } from '@assay/mcp/requests/page-trail';
import { readPages, type ListedItem } from '@assay/mcp/requests/pages';
import { toolResultFindings } from '@assay/mcp/requests/result-findings';
import type { CallOptions } from '@assay/mcp/requests/request';
import type { McpSession, ToolOptions, ToolResult } from '@assay/mcp/session';
import { checkOutput } from './check-output.ts';
import { requestWithAnswers } from './request-with-answers.ts';
import type { Inspection, InspectedServer } from './inspected-server.ts';
import { soon } from './soon.ts';

/** At most this much of a failed result is searched for a refusal, in characters. */
const MAX_REFUSAL = 10_000;

type Declaration = ListedItem<'name'> | undefined;
type Declared = () => Promise<Declaration>;

/**
 * Calls a tool; as a task when the request or the tool requires it. A report checks the output against the tool's
 * output schema.
 */
export const callTool: Inspection<CallTool> = (
  subject,
  { toolName, parameters = {}, task, taskOptions, ...wishes },
) => {
  if (taskOptions)
    throw new Problem('FEATURE_NOT_SUPPORTED', 'Task options are not supported; `task` runs a tool as a task.', {
      toolName,
    });
  return requestWithAnswers(subject, wishes, async (session, options) => {
    const declared = declarationIn(session, toolName, subject.ties);
    // The list is read at the same time as the call, so that a report takes no longer than the slower of both.
    if (wishes.report) declared().catch(() => {});
    const result = await call(session, toolName, parameters, { ...options, task }, declared);
    const tell = async () => ({
      structuredContent: await outputOf(result, declared),
      findings: toolResultFindings(result.value, session.info.protocolVersion),
      ...given({ task: result.task }),
    });
    return Object.assign(result, { tell });
  });
};

async function call(
  session: McpSession,
  toolName: string,
  parameters: Record<string, unknown>,
  options: ToolOptions,
  declared: Declared,
): Promise<ToolResult> {
  // Some servers run a tool that forbids tasks before they refuse the task, so the declaration decides.
  if (
    options.task &&
    session.info.capabilities.tasks &&
    !['optional', 'required'].includes(String(taskSupportOf(await declared())))
  ) {
    throw new Problem('FEATURE_NOT_SUPPORTED', `Tool "${toolName}" does not run as a task.`, { toolName });
  }
  const [outcome] = await Promise.allSettled([session.callTool(toolName, parameters, options)]);
  if (
    !options.task &&
    session.info.capabilities.tasks?.requests?.tools?.call &&
    wantsTask(outcome) &&
    taskSupportOf(await declared().catch(() => undefined)) === 'required'
  ) {
    return session.callTool(toolName, parameters, { ...options, task: {} });
  }
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

function declarationIn(session: McpSession, toolName: string, ties: InspectedServer['ties']): Declared {
  let found: Promise<Declaration> | undefined;
  return () =>
    (found ??= findTool(session, toolName, { ...ties, signal: soon(ties.signal), budget: new ByteBudget() }));
}

/** Reads the list only up to the tool. */
async function findTool({ listTools }: McpSession, toolName: string, options: CallOptions): Promise<Declaration> {
  let found: Declaration;
  const { fault } = await readPages<ListedItem<'name'>>((cursor) => listTools(cursor, options), {
    identity: 'name',
    onPage: ({ items }) => (found = items.find(({ name }) => name === toolName)) !== undefined,
  });
  if (found || !fault) return found;
  throw new Problem('SERVER_UNREACHABLE', LIST_FAULTS[fault], { cause: fault });
}

const taskSupportOf = (tool: Declaration): unknown =>
  (tool?.['execution'] as { taskSupport?: unknown } | undefined)?.taskSupport;

/** Whether the text of a failed result reports "method not found" and then names tasks. */
function refusesPlainCall(text: string): boolean {
  const at = text.search(/-32601\b/);
  return at !== -1 && /\btask/i.test(text.slice(at));
}

/**
 * Whether the server refused a plain call before running the tool, because the tool runs only as a task: "method not
 * found", or the same as a failed result.
 */
function wantsTask(outcome: PromiseSettledResult<ToolResult>): boolean {
  if (outcome.status === 'rejected')
    return outcome.reason instanceof Problem && outcome.reason.details?.['rpcCode'] === METHOD_NOT_FOUND;
  const { isError, content } = outcome.value.value;
  // Any other failed result may come from a tool that ran, and a second call would run it again.
  return isError === true && refusesPlainCall(JSON.stringify(content).slice(0, MAX_REFUSAL));
}

async function outputOf(result: ToolResult, declared: Declared) {
  try {
    const tool = await declared();
    return checkOutput(result.value, tool?.['outputSchema']);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return {
      status: 'notChecked' as const,
      issues: [{ path: '', message: `The tool's declaration could not be read: ${error.message}` }],
    };
  }
}
