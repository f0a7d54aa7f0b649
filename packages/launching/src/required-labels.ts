import { STDIO_LABEL } from '@assay/contract/areas/runner-tokens/stdio-label';

/** The facts of a saved server that decide which runners may connect to it. */
export interface ReachedServer {
  /** `http` or `stdio`. */
  transport: string;
  runnerLabels: readonly string[];
}

/** The labels that a runner needs to connect to a server; empty where any runner may. */
export const requiredLabels = ({ transport, runnerLabels }: ReachedServer): string[] =>
  [...new Set([...runnerLabels, ...(transport === 'stdio' ? [STDIO_LABEL] : [])])].toSorted();
