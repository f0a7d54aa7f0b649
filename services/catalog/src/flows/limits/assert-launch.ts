import { forbidden } from '@assay/contract/problem';
import type { Caller } from '@assay/kit/security/caller';

/** The services that launch runs or turns, and authorize their callers themselves. */
const LAUNCHING: ReadonlySet<string> = new Set(['runs', 'environments']);

/**
 * Refuses a caller that is not a launch: a service that launches on its own behalf, or on behalf of a principal who is
 * authorized in the project.
 */
export function assertLaunch(
  { service, ...principal }: Caller,
  { organizationId, projectId }: { organizationId: string; projectId: string },
): void {
  const isLaunch =
    service === undefined
      ? principal.organizationId === organizationId && principal.projectId === projectId
      : LAUNCHING.has(service);
  if (!isLaunch) throw forbidden('Only a launch may ask for this.');
}
