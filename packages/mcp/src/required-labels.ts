import { STDIO_LABEL } from '@assay/contract/stdio-label';
import type { SavedServer } from '@assay/contract/gen/assay/v1/catalog';

/** What a runner must stand for to connect to a server; nothing where anybody may. */
export const requiredLabels = ({ transport, runnerLabels }: Pick<SavedServer, 'transport' | 'runnerLabels'>): string[] =>
  [...new Set([...runnerLabels, ...(transport === 'stdio' ? [STDIO_LABEL] : [])])].toSorted();
