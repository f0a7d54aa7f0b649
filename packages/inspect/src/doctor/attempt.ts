import { Problem } from '@assay/contract/problem';
import type { Outcome } from './findings.ts';

/** Makes what goes wrong with a server a finding. What goes wrong with us stays an error. */
export async function attempt<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await work() };
  } catch (error) {
    if (error instanceof Problem) return { problem: error };
    throw error;
  }
}
