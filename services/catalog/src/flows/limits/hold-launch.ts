import { forbidden } from '@assay/contract/problem';
import type { Caller } from '@assay/kit/security/caller';

/** Holds that a launch asks: the runs service on its own behalf, or on behalf of somebody who was let into the project. */
export function holdLaunch(
  { service, ...asker }: Caller,
  { organizationId, projectId }: { organizationId: string; projectId: string },
): void {
  const isLaunch =
    service === undefined
      ? asker.organizationId === organizationId && asker.projectId === projectId
      : service === 'runs';
  if (!isLaunch) throw forbidden('Only a launch may ask for this.');
}
