import type { Fault } from './fault.ts';
import type { Policy } from './case-outcome.ts';

/** Whoever writes a repeated case says why. */
export const policyFault = ({ duplicatePolicy, overrideReason }: Policy): Fault | undefined =>
  (duplicatePolicy !== 'block' && overrideReason === undefined
    ? { path: '/overrideReason', message: `is required with the duplicate policy ${duplicatePolicy}` }
    : undefined);
