import { join } from 'node:path';

/** The folder of the compile cache that the processes of tests share: with it a program starts in a fraction of the processor time. */
export const COMPILE_CACHE = join(import.meta.dirname, '../../../node_modules/.cache/compiled');
