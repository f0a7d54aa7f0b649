import type { GuessedArgument } from '@assay/contract/areas/authoring/drafts';
import { isObject } from '@assay/contract/json';
import { keptText } from '@assay/kit/text/kept-text';

type Case = { steps: readonly unknown[] };
type Arguments = Record<string, unknown>;

const HOW = ['listed', 'pattern', 'type'] as const satisfies GuessedArgument['how'][];

/** A guess of a proposal with its value and its places in the case; undefined when the case has no such argument. */
export function guessIn(drafted: Case, proposed: unknown): GuessedArgument | undefined {
  if (!isObject(proposed)) return undefined;
  const { toolName, argument, how } = proposed;
  if (typeof toolName !== 'string' || typeof argument !== 'string') return undefined;
  const places = callsOf(drafted).filter((call) => call.toolName === toolName && Object.hasOwn(call.args, argument));
  const [first] = places;
  if (!first) return undefined;
  return {
    toolName: keptText(toolName, 200),
    argument: keptText(argument, 200),
    value: first.args[argument],
    how: HOW.find((each) => each === how) ?? 'type',
    pointers: places.map(({ pointer }) => `${pointer}/${argument.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  };
}

/**
 * The steps of a case with another value for a guessed argument: in calls and expected calls, and in prompts that spell
 * the arguments of such a call as JSON.
 */
export function answeredSteps<T>(steps: readonly T[], { toolName, argument }: GuessedArgument, value: unknown): T[] {
  const spelled = callsOf({ steps })
    .filter((call) => call.toolName === toolName && Object.hasOwn(call.args, argument))
    .map(({ args }) => [JSON.stringify(args), JSON.stringify({ ...args, [argument]: value })] as const);
  return steps.map((step) => {
    if (!isObject(step)) return step;
    if (step.kind === 'prompt' && typeof step.prompt === 'string')
      return {
        ...step,
        prompt: spelled.reduce((text, [before, after]) => text.replaceAll(before, () => after), step.prompt),
      };
    const place = argumentsOf(step);
    return place?.toolName === toolName && Object.hasOwn(place.args, argument)
      ? place.replace({ ...place.args, [argument]: value })
      : step;
  }) as T[];
}

interface CallPlace {
  toolName: string;
  args: Arguments;
  /** Points to the arguments from their step. */
  pointer: string;
  replace: (args: Arguments) => Record<string, unknown>;
}

/** The calls and expected calls of a case; pointers are into the case. */
export const callsOf = ({ steps }: Case): Omit<CallPlace, 'replace'>[] =>
  steps.flatMap((step, i) => {
    const place = isObject(step) ? argumentsOf(step) : undefined;
    return place ? [{ toolName: place.toolName, args: place.args, pointer: `/steps/${i}${place.pointer}` }] : [];
  });

function argumentsOf(step: Record<string, unknown>): CallPlace | undefined {
  const { kind, toolName, arguments: args, assertion } = step;
  if (kind === 'toolCall' && typeof toolName === 'string' && isObject(args))
    return { toolName, args, pointer: '/arguments', replace: (next) => ({ ...step, arguments: next }) };
  if (kind !== 'assert' || !isObject(assertion) || assertion.type !== 'toolCalledWith') return undefined;
  const { toolName: expected, args: expectation } = assertion;
  if (typeof expected !== 'string' || !isObject(expectation) || !isObject(expectation.args)) return undefined;
  return {
    toolName: expected,
    args: expectation.args,
    pointer: '/assertion/args/args',
    replace: (next) => ({ ...step, assertion: { ...assertion, args: { ...expectation, args: next } } }),
  };
}
