import { given } from '@assay/contract/given';
import { reasons } from '@assay/contract/problem';
import { faultProblem } from '@assay/contract/fault';

/** An attached client, with the name that it had then; `servers` are ids of the suite's servers. */
export interface SuiteHost {
  id: string;
  name: string;
  servers?: string[];
}

/** The environments and clients that a suite is attached to. */
export interface SuiteTargets {
  environmentIds?: string[];
  hosts?: SuiteHost[];
}

/** The targets of a suite alone. */
export const targetsOf = ({ environmentIds, hosts }: SuiteTargets): SuiteTargets => ({
  ...given({ environmentIds, hosts }),
});

/** @throws VALIDATION_ERROR for an environment that the suite is not attached to. */
export function assertEnvironmentAttached({ environmentIds = [] }: SuiteTargets, environmentId: string): void {
  if (environmentIds.includes(environmentId)) return;
  throw faultProblem(
    { path: '/environmentId', message: 'is not attached to the suite' },
    { reason: reasons.ENVIRONMENT_NOT_ATTACHED, environmentId, environmentIds },
  );
}
