import { inBatches, repeat, type BackgroundTask } from '@assay/kit/concurrency/background-task';
import type { Pool } from '@assay/kit/postgres/db';
import type { Logger } from '@assay/kit/log';
import { deleteUnusedApplications } from '../store/grants/applications.ts';
import { deleteOldCodes } from '../store/grants/authorization-codes.ts';
import { deleteOldDeviceAuthorizations } from '../store/grants/device-authorizations.ts';
import { deleteOldTokens } from '../store/grants/grant-tokens.ts';
import { deleteEndedGrants } from '../store/grants/grants.ts';
import { deleteOldInvitations } from '../store/invitations/invitations.ts';
import { deleteOldPasswordResets } from '../store/passwords/password-resets.ts';
import { deleteEndedSessions } from '../store/sessions/sessions.ts';
import { deleteOldAttempts } from '../store/single-sign-on/sign-in-attempts.ts';

const INTERVAL_MS = 60 * 60_000;
const BATCH = 500;

const expired = [
  deleteEndedSessions,
  deleteOldInvitations,
  deleteOldPasswordResets,
  deleteOldAttempts,
  deleteEndedGrants,
  deleteOldTokens,
  deleteOldCodes,
  deleteOldDeviceAuthorizations,
  deleteUnusedApplications,
];

/** Deletes expired sessions, invitations, password resets, sign-in attempts, grants and codes, and unused registrations. */
export const startCredentialRetention = (pool: Pool, log: Logger): BackgroundTask =>
  repeat('retention of sessions and links', INTERVAL_MS, log, (signal) => deleteExpiredCredentials(pool, signal));

/** One pass; safe to interrupt, to repeat, and to run in several replicas at once. */
export async function deleteExpiredCredentials(pool: Pool, signal: AbortSignal): Promise<void> {
  for (const forget of expired) await inBatches(signal, async () => (await forget(pool, BATCH)) === BATCH);
}
