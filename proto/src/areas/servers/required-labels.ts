import type { SavedServer } from '../../gen/assay/v1/catalog.ts';
import { STDIO_LABEL } from '../runner-tokens/stdio-label.ts';

/** What a runner must stand for to connect to a server; nothing where anybody may. */
export const requiredLabels = ({
  transport,
  runnerLabels,
}: Pick<SavedServer, 'transport' | 'runnerLabels'>): string[] =>
  [...new Set([...runnerLabels, ...(transport === 'stdio' ? [STDIO_LABEL] : [])])].toSorted();
