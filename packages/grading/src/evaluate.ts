import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { EvalAssertion } from '@assay/contract/documents/assertion';
import { assertions } from './assertions/table.ts';
import type { AssertionType, Row } from './assertions/row.ts';
import type { Evidence } from './evidence.ts';
import { SchemaError } from './schema-guard.ts';
import { evaluatorError, failed, notApplicable, type Verdict } from './verdict.ts';

const ajv = new Ajv2020({ strict: false, discriminator: true });
let shape: ValidateFunction<EvalAssertion> | undefined;

/** Whether stored JSON still is an assertion as the contract has it. */
function isWellFormed(assertion: unknown): assertion is EvalAssertion {
  shape ??= ajv.compile<EvalAssertion>(EvalAssertion);
  return shape(assertion);
}

/** What there is to know about a type of assertion; undefined for a type that this version does not know. */
export const rowOf = (type: string): Row<AssertionType> | undefined =>
  (Object.hasOwn(assertions, type) ? assertions[type as AssertionType] as Row<AssertionType> : undefined);

/**
 * Judges one assertion by its evidence. Never throws: an assertion that is unknown or malformed fails, evidence that
 * cannot be used is an evaluator error, so that one bad assertion never keeps the others from being judged.
 */
export function evaluate(assertion: EvalAssertion, evidence: Evidence): Verdict {
  const row = rowOf(assertion.type);
  if (!row || !isWellFormed(assertion)) return failed(`The assertion ${assertion.type} is unknown or malformed.`);
  if (row.trialOnly && evidence.scope === 'step') return notApplicable('It is judged for the whole trial only.');
  try {
    return row.evaluate(assertion, evidence);
  } catch (error) {
    return evaluatorError(error instanceof SchemaError ? `It could not be judged: ${error.message}.` : 'It could not be judged.');
  }
}
