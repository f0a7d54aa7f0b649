import type { RunExecution } from '@assay/contract/areas/eval-runs/execution';
import { jsonObject } from '@assay/contract/json';
import type { WantedCall } from './message.ts';
import type { OfferedTool } from '../offer/offered-tools.ts';
import { isReadOnly } from './read-only.ts';

/** Why a call is not made; transcripts hold the codes. */
interface CallRefusal {
  code: 'TOOL_NOT_FOUND' | 'INVALID_ARGUMENTS' | 'NOT_APPROVED' | 'TOOL_CALL_LIMIT';
  message: string;
}

/**
 * A call that a model asks for, checked against the offered tools: it is allowed, refused, or waits until a person
 * approves it.
 */
export type CheckedCall = { wanted: WantedCall; arguments: Record<string, unknown> } & (
  | { tool: OfferedTool; refusal?: undefined; isPending?: boolean }
  | { tool: OfferedTool | undefined; refusal: CallRefusal; isPending?: undefined }
);

/** Which calls are made without asking; with `ask`, calls of tools that are not read-only wait for a person. */
export type CallApproval = RunExecution['toolApproval'] | 'ask';

const MAX_QUOTE = 200;

/** Checks whether a call that a model asks for exists and is allowed. */
export function checkedCall(wanted: WantedCall, tool: OfferedTool | undefined, approval: CallApproval): CheckedCall {
  // Models leave the arguments out for tools that take none.
  const args = wanted.input.trim() === '' ? {} : jsonObject(wanted.input);
  const refused = (code: CallRefusal['code'], message: string): CheckedCall => ({
    wanted,
    tool,
    arguments: args ?? {},
    refusal: { code, message },
  });
  if (!tool) return refused('TOOL_NOT_FOUND', `There is no tool named "${quoted(wanted.name)}".`);
  if (!args)
    return refused(
      'INVALID_ARGUMENTS',
      `The arguments of ${tool.toolName} have to be a JSON object, and are not: ${quoted(wanted.input)}`,
    );
  if (tool.answer) return { wanted, tool, arguments: args };
  if (approval === 'none' || (approval === 'readOnly' && !isReadOnly(tool.declaration)))
    return refused('NOT_APPROVED', `The call of ${tool.toolName} was not approved, and not made.`);
  return { wanted, tool, arguments: args, isPending: approval === 'ask' && !isReadOnly(tool.declaration) };
}

/** The same call, refused. */
export const refusedCall = ({ wanted, tool, arguments: args }: CheckedCall, refusal: CallRefusal): CheckedCall => ({
  wanted,
  tool,
  arguments: args,
  refusal,
});

const quoted = (text: string) => (text.length > MAX_QUOTE ? `${text.slice(0, MAX_QUOTE).toWellFormed()}…` : text);
