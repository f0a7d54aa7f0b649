import type { MemberRemoved } from '@assay/mesh/events';
import { conflict, notFound, reasons } from '@assay/contract/problem';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { dropWork } from '@assay/work/queue/work-queue';
import { deleteProfile, deleteProfilesOf, type ProfilePlace } from '../../store/browsers/browser-profiles.ts';
import {
  deleteBrowsers,
  deleteUnopened,
  findUserOfProfile,
  listBrowsersOf,
  lockBrowser,
  lockIdleBrowsers,
} from '../../store/browsers/browsers.ts';
import { notifySession } from '../../store/turns/turn-events.ts';
import { endBrowser } from './end-browser.ts';

/** Deletes a session that was made with a browser and never became a chat session; false when it is gone. */
export const removeBrowserSession = (pool: Pool, sessionId: string): Promise<boolean> =>
  transaction(pool, async (tx) => {
    const browser = await lockBrowser(tx, sessionId);
    if (!browser) return false;
    await deleteBrowsers(tx, [sessionId]);
    await audit(tx, { target: { sessionId, projectId: browser.projectId }, before: { status: browser.status } });
    await notifySession(tx, sessionId);
    return true;
  });

/** Deletes the browser of a session that was never begun, because what it was opened for was refused. */
export const discardBrowser = (pool: Pool, sessionId: string): Promise<void> =>
  transaction(pool, (tx) => deleteBrowsers(tx, [sessionId]));

/** Deletes a browser that never opened, unless it is being opened again, so that its key is free. */
export const forgetUnopened = (pool: Pool, sessionId: string): Promise<void> =>
  transaction(pool, (tx) => deleteUnopened(tx, sessionId));

/** Deletes a profile. @throws NOT_FOUND; CONFLICT while an open browser uses it, which would bring it back at its end. */
export const removeProfile = (pool: Pool, place: ProfilePlace): Promise<void> =>
  transaction(pool, async (tx) => {
    const sessionId = await findUserOfProfile(tx, place);
    if (sessionId !== undefined)
      throw conflict('An open browser uses the profile: close it first.', {
        reason: reasons.BROWSER_PROFILE_IN_USE,
        sessionId,
      });
    if (!(await deleteProfile(tx, place))) throw notFound('browser profile');
    await audit(tx, { target: { profileId: place.id, projectId: place.projectId }, before: { id: place.id } });
  });

/**
 * Deletes the profiles of a removed member and the sessions that were made with a browser; a browser of a chat session,
 * which stays, is closed.
 */
export async function removeBrowsersOfMember(tx: Tx, { userId, organizationId }: MemberRemoved): Promise<void> {
  const found = await listBrowsersOf(tx, userId, organizationId);
  for (const { sessionId, isChat } of found) {
    const browser = isChat ? await lockBrowser(tx, sessionId) : undefined;
    if (!browser || browser.status === 'closed') continue;
    // Without a report of its runner, which would keep the profile.
    await dropWork(tx, browser.liveId!);
    await endBrowser(tx, browser, 'memberRemoved');
  }
  await deleteBrowsers(
    tx,
    found.filter(({ isChat }) => !isChat).map(({ sessionId }) => sessionId),
  );
  await deleteProfilesOf(tx, userId, organizationId);
}

/** At most this many sessions are deleted at once: each may have a thousand entries. */
const BATCH = 50;

/** Deletes some sessions with nothing but a browser that were not used for `days`; answers whether there may be more. */
export const deleteIdleBrowsers = (
  pool: Pool,
  { organizationId, days }: { organizationId: string; days: number },
): Promise<boolean> =>
  transaction(pool, async (tx) => {
    const ids = await lockIdleBrowsers(tx, organizationId, days, BATCH);
    await deleteBrowsers(tx, ids);
    return ids.length === BATCH;
  });
