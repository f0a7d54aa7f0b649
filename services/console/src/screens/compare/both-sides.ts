import type { EvalIterationDetail, EvalIterationTrace } from '@assay/sdk';

type Call = EvalIterationTrace['toolCalls'][number];

/** A trial of one run: what was found about it, and its calls. */
export interface TrialSide {
  detail: EvalIterationDetail;
  trace: EvalIterationTrace;
}

/** The calls by which two trials are shown: one of each, with the same tool. */
export interface ShownPair {
  base: Call | undefined;
  compare: Call | undefined;
  /** How they differ, in words. */
  about: string;
}

/**
 * The calls that two trials are compared by: the call that a failed assertion cites, the failed trial first, and the
 * call of the other trial with the same tool at the same place among its calls of that tool.
 */
export function shownPair(base: TrialSide, compare: TrialSide): ShownPair {
  const cited = citedCall(compare) ?? citedCall(base);
  const ofCompare = cited ? alike(compare, cited) : compare.trace.toolCalls.at(-1);
  const ofBase = cited
    ? alike(base, cited)
    : ofCompare && alike(base, { call: ofCompare, ...placeOf(compare, ofCompare) });
  return { base: ofBase, compare: ofCompare, about: aboutOf(ofBase, ofCompare) };
}

interface CitedCall {
  call: Call;
  /** Its place among the calls of its tool. */
  place: number;
}

const callsOf = ({ trace }: TrialSide, toolName: string): Call[] =>
  trace.toolCalls.filter((call) => call.toolName === toolName);

const placeOf = (side: TrialSide, call: Call): { place: number } => ({
  place: callsOf(side, call.toolName).indexOf(call),
});

function citedCall(side: TrialSide): CitedCall | undefined {
  const { checks, faults } = side.detail;
  const places = [...checks.filter(({ status }) => status === 'failed'), ...faults].flatMap(({ place }) => place ?? []);
  const call = side.trace.toolCalls.find(({ id }) => places.some(({ spanId }) => spanId === id));
  return call && { call, ...placeOf(side, call) };
}

const alike = (side: TrialSide, { call, place }: CitedCall): Call | undefined => callsOf(side, call.toolName)[place];

function aboutOf(base: Call | undefined, compare: Call | undefined): string {
  if (!base && !compare) return 'one trial of each run; no tool was called';
  if (!base || !compare) return 'one trial of each run; only one of them called the tool';
  const isSameSent = isEqual(base.arguments, compare.arguments);
  const isSameAnswer = isEqual(base.result ?? base.error, compare.result ?? compare.error);
  return `one trial of each run; ${isSameSent ? 'the same arguments' : 'other arguments'}, ${isSameAnswer ? 'the same answer' : 'another answer'}`;
}

/** Whether two JSON documents are equal; the order of keys does not count. */
function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [keys, others] = [Object.keys(a), Object.keys(b)];
  return (
    keys.length === others.length &&
    keys.every((key) => isEqual((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
  );
}
