import type { Caller } from '@assay/kit/security/caller';

/** The organization that somebody asks for, else the one they act in. To a key any other than its own is as good as none: undefined. */
export function organizationFor(
  { organizationId: own, sessionId }: Caller,
  { organizationId = own }: { organizationId?: string },
): string | undefined {
  return organizationId === own || sessionId !== undefined ? organizationId : undefined;
}
