import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import type { EvalTestStep } from '@assay/contract/areas/cases/step';
import { assertionRoleOf } from '@assay/grading/assertions/score';
import { unwantedCall } from './draft-structure.ts';
import type { DraftedCase } from './issue.ts';

/** Why a case can never pass, and in which step. */
interface Impossibility {
  message: string;
  stepId?: string;
}

/** The least number of calls of each tool when all other expectations are met. */
type Calls = ReadonlyMap<string, number>;

/** Contradicting expectations of a case, which no behaviour of the servers can meet. */
export function impossibilitiesOf({ steps, checks, isNegativeTest }: DraftedCase): Impossibility[] {
  if (isNegativeTest) return steps.flatMap(unwanted);
  const own = checks?.list ?? [];
  const inTurns = steps.flatMap((step, i) => {
    const assertion = transcriptAssertion(step);
    return assertion
      ? contradicting(assertion, certainCalls(steps.slice(...windowAt(steps, i)))).map((message) => ({
          message,
          stepId: step.id,
        }))
      : [];
  });
  const throughout = certainInTrial(steps, own);
  return [
    ...inTurns,
    ...own.flatMap((assertion) => contradicting(assertion, throughout).map((message) => ({ message }))),
  ];
}

/**
 * A negative case passes when no tool is called, so it cannot call or expect one. Expected arguments are checked with
 * its structure.
 */
function unwanted(step: EvalTestStep): Impossibility[] {
  const assertion = transcriptAssertion(step);
  const called =
    step.kind === 'toolCall'
      ? step.toolName
      : assertion && assertion.type !== 'toolCalledWith' && [...demanded(assertion).keys()][0];
  return called ? [{ message: unwantedCall(called), stepId: step.id }] : [];
}

/** The assertion of a step about the transcript; assertions about a live page are skipped. */
const transcriptAssertion = (step: EvalTestStep): EvalAssertion | undefined =>
  step.kind === 'assert' && 'type' in step.assertion ? step.assertion : undefined;

/** From the prompt before an assert step to the end of the assert steps around it: nothing happens in between. */
function windowAt(steps: readonly EvalTestStep[], index: number): [number, number] {
  const start = Math.max(
    steps.slice(0, index).findLastIndex(({ kind }) => kind === 'prompt'),
    0,
  );
  const length = steps.slice(index).findIndex(({ kind }) => kind !== 'assert');
  return [start, length < 0 ? steps.length : index + length];
}

function certainInTrial(steps: readonly EvalTestStep[], checks: readonly EvalAssertion[]): Calls {
  const prompts = steps.flatMap(({ kind }, i) => (kind === 'prompt' ? [i] : []));
  const starts = [...new Set([0, ...prompts])];
  const turns = starts.map((start, i) => certainCalls(steps.slice(start, starts[i + 1])));
  return combined([combined(turns, (a, b) => a + b), ...checks.map(demanded)], Math.max);
}

/** One call may meet several expectations, and a step's own call counts too: the maximum over all of them. */
function certainCalls(steps: readonly EvalTestStep[]): Calls {
  const made = combined(
    steps.map((step): Calls => (step.kind === 'toolCall' ? new Map([[step.toolName, 1]]) : new Map())),
    (a, b) => a + b,
  );
  return combined(
    [
      made,
      ...steps
        .map(transcriptAssertion)
        .filter((assertion) => assertion !== undefined)
        .map(demanded),
    ],
    Math.max,
  );
}

/** The calls without which a gating assertion fails. */
function demanded(assertion: EvalAssertion): Calls {
  if (assertionRoleOf(assertion) !== 'gating') return new Map();
  switch (assertion.type) {
    case 'toolCalledWith':
      return new Map([[assertion.toolName, assertion.minCount ?? 1]]);
    case 'toolCalledAtLeastOnce':
    case 'firstToolWas':
      return new Map([[assertion.toolName, 1]]);
    default:
      return new Map();
  }
}

function combined(all: readonly Calls[], add: (a: number, b: number) => number): Calls {
  const result = new Map<string, number>();
  for (const calls of all) for (const [tool, count] of calls) result.set(tool, add(result.get(tool) ?? 0, count));
  return result;
}

function contradicting(assertion: EvalAssertion, certain: Calls): string[] {
  if (assertionRoleOf(assertion) !== 'gating') return [];
  switch (assertion.type) {
    case 'toolNeverCalled':
      return certain.has(assertion.toolName)
        ? [`"${assertion.toolName}" is to be called, and never to be called.`]
        : [];
    case 'onlyToolsCalled': {
      const others = [...certain.keys()].filter((tool) => !assertion.toolNames.includes(tool));
      return others.map((tool) => `"${tool}" is to be called, and is not among the only tools that may be.`);
    }
    case 'toolCallCountUnder': {
      const count =
        assertion.toolName === undefined
          ? [...certain.values()].reduce((sum, each) => sum + each, 0)
          : (certain.get(assertion.toolName) ?? 0);
      return count >= assertion.count
        ? [`Fewer than ${assertion.count} calls are to be made, and ${count} are expected.`]
        : [];
    }
    default:
      return [];
  }
}
