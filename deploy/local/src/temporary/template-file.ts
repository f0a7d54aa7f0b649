import { join } from 'node:path';

/**
 * The archive of an empty cluster that a temporary Assay starts from, if it is there: the packed command line has it.
 * Clusters are not moved between platforms, so its name tells the one on which it was made.
 */
export const templateFile = join(import.meta.dirname, `cluster-${process.platform}-${process.arch}.tar.gz`);
