import type { CallTool } from '@assay/contract/documents/primitives';
import { Problem } from '@assay/contract/problem';
import type { Item } from '@assay/mcp/pages';
import type { Session, ToolOptions, ToolResult } from '@assay/mcp/session';
import { checkOutput } from './check-output.ts';
import { converse } from './converse.ts';
import type { Inspection, Subject } from './subject.ts';

const METHOD_NOT_FOUND = -32601;

type Declaration = Item<'name'> | undefined;
type Declared = () => Promise<Declaration>;

/** Calls a tool; as a task where that is asked for or the tool demands it. A report holds its output against its schema. */
export const callTool: Inspection<CallTool> = (subject, { toolName, parameters = {}, task, taskOptions, ...wishes }) => {
  if (taskOptions) throw new Problem('FEATURE_NOT_SUPPORTED', 'Task options are not supported; `task` runs a tool as a task.', { toolName });
  return converse(subject, wishes, async (session, options) => {
    const declared = declarationIn(session, toolName, subject.ties);
    // The list is read beside the call, so that a report takes no longer than the slower of both.
    if (wishes.report) declared().catch(() => {});
    const result = await call(session, toolName, parameters, { ...options, task }, declared);
    const tell = async () => ({ structuredContent: await outputOf(result, declared), ...(result.task && { task: result.task }) });
    return { json: result.json, tell };
  });
};

async function call(session: Session, toolName: string, parameters: Record<string, unknown>, options: ToolOptions, declared: Declared): Promise<ToolResult> {
  // Some servers run a tool that allows no tasks before they notice, so its declaration decides.
  if (options.task && session.info.capabilities.tasks && !['optional', 'required'].includes(String(taskSupportOf(await declared())))) {
    throw new Problem('FEATURE_NOT_SUPPORTED', `Tool "${toolName}" does not run as a task.`, { toolName });
  }
  const [outcome] = await Promise.allSettled([session.callTool(toolName, parameters, options)]);
  if (!options.task && session.info.capabilities.tasks && isRefusal(outcome) && taskSupportOf(await declared().catch(() => undefined)) === 'required') {
    return session.callTool(toolName, parameters, { ...options, task: {} });
  }
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

function declarationIn(session: Session, toolName: string, ties: Subject['ties']): Declared {
  let found: Promise<Declaration> | undefined;
  return () => (found ??= session.listAllTools(ties).then((tools) => tools.find(({ name }) => name === toolName)));
}

const taskSupportOf = (tool: Declaration): unknown => (tool?.['execution'] as { taskSupport?: unknown } | undefined)?.taskSupport;

/** How a server may turn down a plain call of a tool that runs only as a task: "method not found", or the same as a failed result. */
function isRefusal(outcome: PromiseSettledResult<ToolResult>): boolean {
  if (outcome.status === 'fulfilled') return outcome.value.value['isError'] === true;
  return outcome.reason instanceof Problem && outcome.reason.details?.['rpcCode'] === METHOD_NOT_FOUND;
}

async function outputOf(result: ToolResult, declared: Declared) {
  try {
    const tool = await declared();
    return checkOutput(result.value, tool?.['outputSchema']);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { status: 'notChecked' as const, issues: [{ path: '', message: `The tool's declaration could not be read: ${error.message}` }] };
  }
}
