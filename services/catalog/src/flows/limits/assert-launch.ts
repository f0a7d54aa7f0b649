import { forbidden } from '@assay/contract/problem';
import type { Caller } from '@assay/kit/security/caller';

/**
 * Refuses a caller that is not a launch: the runs service on its own behalf, or on behalf of a principal who is
 * authorized in the project.
 */
export function assertLaunch(
  { service, ...asker }: Caller,
  { organizationId, projectId }: { organizationId: string; projectId: string },
): void {
  const isLaunch =
    service === undefined
      ? asker.organizationId === organizationId && asker.projectId === projectId
      : service === 'runs';
  if (!isLaunch) throw forbidden('Only a launch may ask for this.');
}
