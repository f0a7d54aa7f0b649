import { inFlight } from '@assay/kit/requests/in-flight';
import type { Caller } from '@assay/kit/security/caller';

/** For questions that catalog answers to services alone: asked in this service's name, not in that of the caller in flight. */
export const asEnvironments = (): { caller: Caller } => ({
  caller: { service: 'environments', requestId: inFlight()?.caller?.requestId ?? 'environments' },
});
