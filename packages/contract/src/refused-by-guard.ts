import { isGuarded, isWrite, type AccessRule } from './access.ts';
import { Problem } from './problem.ts';

/** Whether an error refuses a write that is only for signed-in people or administrators. Such refusals are audited. */
export const isRefusedByGuard = (rule: AccessRule, error: unknown): boolean =>
  error instanceof Problem && error.code === 'FORBIDDEN' && isWrite(rule) && isGuarded(rule);
