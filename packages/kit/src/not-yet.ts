import { Problem } from '@assay/contract/problem';

/** Stands where a handler is being written. */
export const notYet = async (): Promise<never> => { throw new Problem('INTERNAL_ERROR', 'Not yet.'); };
