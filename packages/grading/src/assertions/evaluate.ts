import { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import type { StepAssertion } from '@assay/contract/areas/cases/step';
import { WidgetAssertion } from '@assay/contract/areas/cases/widget';
import { isObject } from '@assay/contract/json';
import { variantOf } from '@assay/contract/schema';
import { schemaCompiler } from '@assay/kit/json/schema';
import { assertionTable } from './table.ts';
import type { AssertionType, AssertionRow } from './row.ts';
import { ComputeBudget, ComputeBudgetError } from '../compute-budget.ts';
import type { AssertionEvidence } from '../evidence/evidence.ts';
import { SchemaError } from '../schema-guard.ts';
import { assertionNameOf } from './score.ts';
import { evaluatorError, failedVerdict, notApplicable, type Verdict } from './verdict.ts';
import { withoutMalformedCalls, withoutWidgetCalls } from './widget-calls.ts';

/** Cost of checking one call of the evidence, in steps. */
const STEPS_PER_CALL = 20;

const compile = schemaCompiler();

/**
 * Whether stored JSON is an assertion of the contract. Only the schema of its own type is compiled: to compile all of
 * them held up a process for 180 ms at its first grading.
 */
function isWellFormed(assertion: unknown): assertion is StepAssertion {
  if (!isObject(assertion)) return false;
  const schema = 'kind' in assertion ? WidgetAssertion : variantOf(EvalAssertion, assertion);
  return schema !== undefined && compile(schema)(assertion);
}

/**
 * The evidence of an assertion by its stage. One about selection or calls sees the calls that a model or a case chose,
 * without the calls of widgets; an assertion about selection sees only calls that were made.
 */
function evidenceFor({ stage }: AssertionRow<AssertionType>, evidence: AssertionEvidence): AssertionEvidence {
  if (stage === 'call') return withoutWidgetCalls(evidence);
  return stage === 'selection' ? withoutMalformedCalls(withoutWidgetCalls(evidence)) : evidence;
}

/** The row of an assertion type; undefined for an unknown type. */
export const assertionRowOf = (type: string): AssertionRow<AssertionType> | undefined =>
  Object.hasOwn(assertionTable, type)
    ? (assertionTable[type as AssertionType] as AssertionRow<AssertionType>)
    : undefined;

/**
 * Evaluates one assertion on its evidence. Never throws: an unknown or malformed assertion fails; unusable evidence,
 * and work beyond the budget, are evaluator errors; so one bad assertion never keeps the others from being evaluated.
 */
export function evaluateAssertion(
  assertion: StepAssertion,
  evidence: AssertionEvidence,
  budget = new ComputeBudget(),
): Verdict {
  if (!isWellFormed(assertion))
    return failedVerdict(`The assertion ${assertionNameOf(assertion)} is unknown or malformed.`);
  if ('kind' in assertion) return evaluatorError('It needs a live page and cannot be judged from what was recorded.');
  const row = assertionRowOf(assertion.type)!;
  if (row.trialOnly && evidence.scope === 'step') return notApplicable('It is judged for the whole trial only.');
  try {
    budget.spend(evidence.toolCalls.length * STEPS_PER_CALL);
    return row.evaluate(assertion, evidenceFor(row, evidence), budget);
  } catch (error) {
    const isKnown = error instanceof SchemaError || error instanceof ComputeBudgetError;
    return evaluatorError(isKnown ? `It could not be judged: ${error.message}.` : 'It could not be judged.');
  }
}
