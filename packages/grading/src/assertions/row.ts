import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import type { ServerInventory } from '@assay/contract/areas/servers/inventory';
import type { ComputeBudget } from '../compute-budget.ts';
import { listFirst, quoteName } from '../quote.ts';
import type { AssertionEvidence } from '../evidence/evidence.ts';
import { evaluatorError, type Verdict } from './verdict.ts';

export type AssertionType = EvalAssertion['type'];
export type AssertionOf<T extends AssertionType> = Extract<EvalAssertion, { type: T }>;

/** The stage of an iteration, from connecting to being useful, that an assertion is about. */
export type AssertionStage = 'connection' | 'discovery' | 'selection' | 'call' | 'response' | 'userValue';

/** The row of one assertion type. */
export interface AssertionRow<T extends AssertionType> {
  /** One line for people. */
  doc: string;
  stage: AssertionStage;
  /** Needs the declarations of servers, which a runner records only when asked to. */
  readsInventory?: true;
  /** Needs a browser that watches the widgets of the iteration. */
  watchesWidgets?: true;
  /** Not applicable to a single turn. */
  trialOnly?: true;
  /** Evaluates the assertion. Costly work is paid from the budget beforehand. */
  evaluate(assertion: AssertionOf<T>, evidence: AssertionEvidence, budget: ComputeBudget): Verdict;
}

/** The rows of some assertion types; a missing row does not compile. */
export type AssertionRows<T extends AssertionType> = { [K in T]: AssertionRow<K> };

/** Wraps an evaluation that needs the declarations of servers; without complete lists it is an evaluator error. */
export const withInventory =
  <A>(
    evaluate: (
      assertion: A,
      inventory: ServerInventory[],
      evidence: AssertionEvidence,
      budget: ComputeBudget,
    ) => Verdict,
  ) =>
  (assertion: A, evidence: AssertionEvidence, budget: ComputeBudget): Verdict =>
    evidence.inventory
      ? evaluate(assertion, evidence.inventory, evidence, budget)
      : evaluatorError('The complete tool declarations were not captured.');

/** The calls in scope, of one tool when `toolName` names it. */
export const callsOfTool = ({ toolCalls }: AssertionEvidence, toolName: string | undefined): TranscriptToolCall[] =>
  toolName === undefined ? toolCalls : toolCalls.filter((call) => call.toolName === toolName);

/** The called tools in words: `calls of echo, add`, or `no call`. */
export const calledInWords = (calls: readonly { toolName: string }[]): string =>
  calls.length === 0
    ? 'no call'
    : `${calls.length === 1 ? 'a call' : 'calls'} of ${listFirst([...new Set(calls.map(({ toolName }) => toolName))], quoteName)}`;

/** Error codes of calls that a model asked for and that were never sent to a server. */
const NEVER_SENT = new Set<string | undefined>(['TOOL_NOT_FOUND', 'INVALID_ARGUMENTS']);
export const wasNeverSent = ({ error }: TranscriptToolCall): boolean => NEVER_SENT.has(error?.code);

/** The declarations of its server are complete and lack the called tool: evidence is missing, nothing is proven. */
export const undeclaredTool = ({ serverName, toolName }: TranscriptToolCall): Verdict =>
  evaluatorError(`${toolName} was called, and is not in the captured tool declarations of ${serverName}.`);

/** A blank name would let an assertion pass without meaning. */
export const isBlank = (text: string): boolean => text.trim() === '';
