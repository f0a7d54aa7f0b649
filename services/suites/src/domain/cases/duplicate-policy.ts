import type { EvalCasesBatchResult } from '@assay/contract/areas/cases/batch';
import type { Policy } from './case-outcome.ts';
import type { Fault } from '@assay/contract/fault';

const POLICIES: readonly string[] = ['block', 'warn', 'create_anyway'] satisfies Policy['duplicatePolicy'][];

/** The policy that applies to a request: `block` for an unknown one. */
export function appliedPolicy(requestedPolicy: string | undefined): EvalCasesBatchResult['duplicatePolicy'] {
  if (requestedPolicy === undefined) return { effectivePolicy: 'block', coerced: false };
  const known = POLICIES.includes(requestedPolicy);
  return {
    requestedPolicy: requestedPolicy.slice(0, 200),
    effectivePolicy: known ? (requestedPolicy as Policy['duplicatePolicy']) : 'block',
    coerced: !known,
  };
}

/** Writing a repeated case needs a reason. */
export const policyFault = ({ duplicatePolicy, overrideReason }: Policy): Fault | undefined =>
  duplicatePolicy !== 'block' && overrideReason === undefined
    ? { path: '/overrideReason', message: `is required with the duplicate policy ${duplicatePolicy}` }
    : undefined;
