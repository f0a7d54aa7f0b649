import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import type { CreateEvalCase } from '@assay/contract/areas/cases/documents';
import { isObject } from '@assay/contract/json';
import { exactPart, unsupportedPart, type ConvertedPart } from '../fidelity.ts';
import { isText, listOf } from '../json.ts';

type Step = CreateEvalCase['steps'][number];

/** Whether the providers are MCP servers themselves: promptfoo then calls the tool that a prompt names, without a model. */
export function callsTools(providers: unknown): boolean {
  const ids = listOf(providers).map((each) =>
    !isObject(each) ? each : isText(each.id) ? each.id : Object.keys(each).at(0),
  );
  return ids.length > 0 && ids.every((id) => isText(id) && /^mcp(?::|$)/.test(id));
}

/** The call that a prompt describes as JSON: `{"tool": …, "args": …}`. */
export function toolCallOf(
  turns: readonly string[],
  servers: readonly string[],
): { step?: Step; carried: ConvertedPart } {
  const lost = (why: string) => ({ carried: unsupportedPart('The prompt', why) });
  const call = turns.length === 1 ? parsed(turns[0]!) : undefined;
  const toolName = isObject(call) ? (call.tool ?? call.toolName ?? call.function ?? call.name) : undefined;
  if (!isObject(call) || !isText(toolName) || toolName === '')
    return lost('its provider is an MCP server, and it names no tool to call');
  const [serverName, another] = servers;
  if (serverName === undefined || another !== undefined) return lost('it does not say which server has the tool');
  const given = call.args ?? call.arguments ?? call.params ?? call.parameters ?? {};
  if (!isObject(given)) return lost('the arguments of its call are not an object');
  return {
    step: { id: 'call', kind: 'toolCall', serverName, toolName, arguments: given },
    carried: exactPart('The prompt', 'a toolCall step, as its provider is an MCP server'),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An assertion on the reply as one on the tool's result, which is the reply of such a provider. */
export function ofToolResult(part: ConvertedPart): ConvertedPart {
  if (part.fidelity === 'unsupported') return part;
  if (part.expectedOutput !== undefined) return unsupportedPart('A rubric', 'no judge reads the result of a tool call');
  const { assertions = [] } = part;
  const asked = assertions.map(ofResult);
  if (asked.includes(undefined))
    return unsupportedPart('An assertion', 'no assertion says this of the result of a tool call');
  return {
    ...part,
    note: part.note.replaceAll(/response(Not)?(?:Contains|Matches)/g, 'toolResult$1Contains'),
    assertions: asked.flatMap((each) => each ?? []),
  };
}

/** The assertion on the tool's result that says the same; undefined when there is none. */
function ofResult(assertion: EvalAssertion): EvalAssertion | undefined {
  switch (assertion.type) {
    case 'responseContains':
      return { ...assertion, type: 'toolResultContains' };
    case 'responseNotContains':
      return { ...assertion, type: 'toolResultNotContains' };
    case 'responseMatches':
      return contained('toolResultContains', assertion.pattern);
    case 'responseNotMatches':
      return contained('toolResultNotContains', assertion.pattern);
    case 'toolLatencyUnder':
    case 'argumentsMatchToolSchema':
      return assertion;
    default:
      return undefined;
  }
}

/** A pattern that is one text, which a result contains where it matches. */
function contained(type: 'toolResultContains' | 'toolResultNotContains', pattern: string): EvalAssertion | undefined {
  const isText = /^(?:[^\\^$.*+?()[\]{}|]|\\[^\w\s])+$/u.test(pattern);
  return isText ? { type, needle: pattern.replaceAll(/\\(?=[^\w\s])/gu, ''), caseSensitive: true } : undefined;
}
