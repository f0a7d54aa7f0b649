import { isGuarded, isWrite, type Rule } from './access.ts';
import { Problem } from './problem.ts';

/** Whether an error refuses somebody a write that only people, or those who administer, may do: that belongs into the audit log. */
export const isRefusedByGuard = (rule: Rule, error: unknown): boolean =>
  error instanceof Problem && error.code === 'FORBIDDEN' && isWrite(rule) && isGuarded(rule);
