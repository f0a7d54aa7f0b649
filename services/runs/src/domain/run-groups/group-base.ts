import { faultProblem } from '@assay/contract/fault';
import type { Problem } from '@assay/contract/problem';

/** A base is a run of its group. */
export const notInGroup = (): Problem => faultProblem({ path: '/baseRunId', message: 'is no run of this group' });
