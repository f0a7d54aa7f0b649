import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import { isObject } from '@assay/contract/json';
import { exactPart, unsupportedPart, approximatedPart, type ConvertedPart } from '../fidelity.ts';
import { isText, isTexts, listOf, type JsonObject } from '../json.ts';

/** The expected tool calls of a case: names, names with arguments, or required and allowed tools. */
export function expectationsOf(calls: unknown, matchMode: unknown): ConvertedPart[] {
  if (calls === undefined) return [];
  if (isObject(calls)) return bounds(calls);
  const listed = listOf(calls).map(callOf);
  if (listed.some((call) => call === undefined))
    return [unsupportedPart('Expected tool calls', 'one of them names no tool')];
  const known = listed as Call[];
  if (known.length === 0) return [exactPart('No expected tool call', 'no assertion')];
  return [withMode(known, matchMode)];
}

/** `more` describes the parts that no assertion can express. */
interface Call {
  toolName: string;
  args: JsonObject | undefined;
  more: boolean;
}

const NAMES = ['toolName', 'tool_name', 'tool', 'name'];
const ARGUMENTS = ['arguments', 'args', 'argumentsContain'];

function callOf(call: unknown): Call | undefined {
  if (isText(call)) return call === '' ? undefined : { toolName: call, args: undefined, more: false };
  if (!isObject(call)) return undefined;
  const said = Object.keys(call).filter((key) => (call[key] ?? undefined) !== undefined);
  const [nameKey, argsKey] = [NAMES, ARGUMENTS].map((names) => names.find((name) => said.includes(name)));
  const [name, args] = [call[nameKey ?? ''], call[argsKey ?? '']];
  if (!isText(name) || name === '') return undefined;
  const more = said.some((key) => key !== nameKey && key !== argsKey) || (argsKey !== undefined && !isObject(args));
  return { toolName: name, args: isObject(args) && Object.keys(args).length > 0 ? args : undefined, more };
}

function withMode(calls: Call[], matchMode: unknown): ConvertedPart {
  const assertions = calls.map(({ toolName, args }): EvalAssertion =>
    args
      ? { type: 'toolCalledWith', toolName, args: { args, argumentMatching: 'partial' } }
      : { type: 'toolCalledAtLeastOnce', toolName },
  );
  const what = 'Expected tool calls';
  if (calls.some(({ more }) => more))
    return approximatedPart(what, 'assertions that each was made', 'not all that is said of them is compared', {
      assertions,
    });
  if (matchMode !== undefined && matchMode !== 'subset')
    return approximatedPart(what, 'assertions that each was made', 'its way of matching is not used', { assertions });
  if (calls.some(({ args }) => args))
    return approximatedPart(what, 'toolCalledWith', 'of the arguments, only the listed keys are compared', {
      assertions,
    });
  return exactPart(what, 'toolCalledAtLeastOnce of each', { assertions });
}

/** Required tools, the only allowed ones, and prohibited ones. */
function bounds({ required, allowed, prohibited, forbidden = prohibited, ...others }: JsonObject): ConvertedPart[] {
  const lists = [required, allowed, forbidden].map((list) => list ?? []);
  if (!lists.every((list) => isTexts(list) && !list.includes('')) || Object.keys(others).length > 0)
    return [unsupportedPart('Expected tool calls', 'they are not written in a way that is known')];
  const [must = [], may = [], never = []] = lists as string[][];
  const assertions: EvalAssertion[] = [
    ...must.map((toolName) => ({ type: 'toolCalledAtLeastOnce' as const, toolName })),
    ...(allowed === undefined
      ? []
      : [{ type: 'onlyToolsCalled' as const, toolNames: [...new Set([...must, ...may])] }]),
    ...never.map((toolName) => ({ type: 'toolNeverCalled' as const, toolName })),
  ];
  return [
    exactPart('Required and allowed tools', 'toolCalledAtLeastOnce, onlyToolsCalled and toolNeverCalled', {
      assertions,
    }),
  ];
}
