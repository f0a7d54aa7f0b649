import { inFlight } from '@assay/kit/requests/in-flight';
import type { Caller } from '@assay/kit/security/caller';

/** Options of questions that catalog answers to services alone: the service asks, and not the caller in flight. */
export const asEnvironments = (): { caller: Caller } => ({
  caller: { service: 'environments', requestId: inFlight()?.caller?.requestId ?? 'environments' },
});
