import { isGuarded, isWrite, type Rule } from './access.ts';
import { Problem } from './problem.ts';

/** Whether an error refuses a write that is only for signed-in people or administrators. Such refusals are audited. */
export const isRefusedByGuard = (rule: Rule, error: unknown): boolean =>
  error instanceof Problem && error.code === 'FORBIDDEN' && isWrite(rule) && isGuarded(rule);
