import { Problem } from '@assay/contract/problem';
import { explainedProblem } from '@assay/mcp/diagnosis/diagnosis';
import type { Outcome } from './findings.ts';

/** Makes what goes wrong with a server a finding. What goes wrong with us stays an error. */
export async function attempt<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  const startedAt = performance.now();
  const durationMs = () => Math.round(performance.now() - startedAt);
  try {
    return { value: await work(), durationMs: durationMs() };
  } catch (error) {
    if (error instanceof Problem) return { problem: explainedProblem(error), durationMs: durationMs() };
    throw error;
  }
}
