import { Problem } from '@assay/contract/problem';

/** Stands where an RPC will be. */
export const notYet = (): Promise<never> => Promise.reject(new Problem('FEATURE_NOT_SUPPORTED', 'This is not there yet.'));
