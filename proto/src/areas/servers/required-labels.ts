import type { SavedServer } from '../../gen/assay/v1/catalog.ts';
import { STDIO_LABEL } from '../runner-tokens/stdio-label.ts';

/** The labels that a runner needs to connect to a server; empty where any runner may. */
export const requiredLabels = ({
  transport,
  runnerLabels,
}: Pick<SavedServer, 'transport' | 'runnerLabels'>): string[] =>
  [...new Set([...runnerLabels, ...(transport === 'stdio' ? [STDIO_LABEL] : [])])].toSorted();
