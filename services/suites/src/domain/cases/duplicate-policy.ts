import type { EvalCasesBatchResult } from '@assay/contract/areas/cases/batch';
import type { Policy } from './case-outcome.ts';
import type { Fault } from '@assay/contract/fault';

const POLICIES: readonly string[] = ['block', 'warn', 'create_anyway'] satisfies Policy['duplicatePolicy'][];

/** The policy that is followed when one is asked for: `block` for one that is not known. */
export function appliedPolicy(requestedPolicy: string | undefined): EvalCasesBatchResult['duplicatePolicy'] {
  if (requestedPolicy === undefined) return { effectivePolicy: 'block', coerced: false };
  const known = POLICIES.includes(requestedPolicy);
  return {
    requestedPolicy: requestedPolicy.slice(0, 200),
    effectivePolicy: known ? (requestedPolicy as Policy['duplicatePolicy']) : 'block',
    coerced: !known,
  };
}

/** Whoever writes a repeated case says why. */
export const policyFault = ({ duplicatePolicy, overrideReason }: Policy): Fault | undefined =>
  duplicatePolicy !== 'block' && overrideReason === undefined
    ? { path: '/overrideReason', message: `is required with the duplicate policy ${duplicatePolicy}` }
    : undefined;
