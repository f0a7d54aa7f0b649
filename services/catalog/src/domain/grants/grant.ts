import type { Asked } from './audiences.ts';
import type { AuthorizationRequest } from './authorization-request.ts';

/** How long tokens and codes are good, in seconds. A grant ends when its refresh token was not used for so long. */
export const LIVES_S = {
  code: 60,
  deviceCode: 600,
  access: 3_600,
  refresh: 30 * 86_400,
};
/** A grant ends after this time even if it is used, in days. */
export const GRANT_DAYS = 365;
/** The least time between two polls for a device's token, and what each poll that comes too early adds; in seconds. */
export const POLL_S = 5;
/** The most grants of a person: the one that was not used for the longest time makes place for another. */
export const MAX_GRANTS = 100;
/** The most sign-ins of devices that wait at once in an installation, and the most registrations without a grant. */
export const MAX_WAITING = { devices: 10_000, applications: 10_000 };
/** A registration is deleted without a grant, and after its last use; in days. */
export const REGISTRATION_DAYS = { unused: 1, used: 90 };

/** The wish of an application, as it is stored until a person allows it. */
export interface AskedByApplication extends Asked {
  applicationId: string;
  applicationName: string;
}

/** The wish that a code was issued for. */
export type AskedForCode = AskedByApplication & Pick<AuthorizationRequest, 'challenge'> & { redirectUri: string };

/** The person who allowed it, and the organization. */
export interface Grantor {
  userId: string;
  organizationId: string;
}

/** Whether the id of a caller's key or session is the id of a grant: applications act as one of both. */
export const isGrantId = (id: string | undefined): id is string => id?.startsWith('grant_') === true;
