import { brakes } from '@assay/contract/brakes';
import { reasons, type Problem } from '@assay/contract/problem';
import { requests } from '../limits/refusal.ts';
import { requestsRefused } from './metrics.ts';

const LIMITS = new Set<unknown>([...Object.keys(requests), ...Object.keys(brakes)]);

/** Counts a request that was refused with RATE_LIMITED, by the limit that refused it; what an MCP server refuses is `other`. */
export function countRefusal({ details = {} }: Problem): void {
  const { limit, reason } = details;
  const isBudget = reason === reasons.BUDGET_EXHAUSTED;
  requestsRefused.add(1, { limit: isBudget ? 'budget' : LIMITS.has(limit) ? String(limit) : 'other' });
}
