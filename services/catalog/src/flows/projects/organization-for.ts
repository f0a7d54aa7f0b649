import type { Caller } from '@assay/kit/security/caller';

/**
 * The requested organization, else the caller's own. An API key reaches only its own organization: undefined for any
 * other.
 */
export function organizationFor(
  { organizationId: own, sessionId }: Caller,
  { organizationId = own }: { organizationId?: string },
): string | undefined {
  return organizationId === own || sessionId !== undefined ? organizationId : undefined;
}
