import { BROWSER_KIND, type BrowserTask } from '@assay/contract/areas/browsers/browser-work';
import type { WantedBrowser } from '@assay/contract/areas/browsers/policy';
import { BROWSER_LABEL } from '@assay/contract/areas/runner-tokens/browser-label';
import { conflict, notFound } from '@assay/contract/problem';
import { audit } from '@assay/kit/audit/audit';
import { newId } from '@assay/kit/id';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { assertSameRequest } from '@assay/kit/requests/idempotency';
import { enqueueWork } from '@assay/work/queue/work-queue';
import { assertFirstGrant, grantedPolicy, narrowPolicy, pinnedPolicy } from '../../domain/browsers/browser-policy.ts';
import type { StoredBrowser } from '../../domain/browsers/stored-browser.ts';
import { pinnedIn, type OwnConversation } from '../../domain/chat-sessions/chat-session.ts';
import { findSealed, listProfiles } from '../../store/browsers/browser-profiles.ts';
import { advanceBrowser, findBrowserByKey, insertBrowser, lockBrowser } from '../../store/browsers/browsers.ts';

/** The largest number of profiles of a person in a project. */
const MAX_PROFILES = 100;
/** A live browser may take this much longer than its lifetime to open and to end, in milliseconds. */
const MARGIN_MS = 60_000;

/**
 * Makes a session with a browser, and gives the browser to runners. A repeated request is answered the browser of the
 * first one.
 * @throws CONFLICT when the key belongs to another request.
 */
export const createSessionBrowser = (
  pool: Pool,
  conversation: OwnConversation,
  wanted: WantedBrowser,
  request: { idempotencyKey: string; requestHash: string },
): Promise<{ browser: StoredBrowser; replayed: boolean }> =>
  transaction(pool, async (tx) => {
    const granted = grantedPolicy(wanted.policy);
    const made = await insertBrowser(tx, conversation, {
      policy: granted,
      presentPolicy: granted,
      profileId: wanted.profileId,
      request,
    });
    if (made) return { browser: await openLive(tx, made, []), replayed: false };
    const first = await findBrowserByKey(tx, conversation.caller.id, request.idempotencyKey);
    // Its opening failed, and it was deleted meanwhile.
    if (!first) throw conflict('The first request with this key has just failed: send it again.');
    assertSameRequest(first, request, { sessionId: first.sessionId });
    await audit(tx);
    return { browser: first, replayed: true };
  });

/**
 * Gives the browser of a session to runners unless it is open, opening or closing. The first request of a session fixes
 * its grant and its profile. The policy of a later one narrows the present policy, or its turn alone when it is a message.
 * @throws VALIDATION_ERROR for a policy that would widen the grant, or another profile.
 */
export const openSessionBrowser = (
  pool: Pool,
  conversation: OwnConversation,
  wanted: WantedBrowser,
  isForTurn: boolean,
): Promise<{ browser: StoredBrowser; begins: boolean }> =>
  transaction(pool, async (tx) => {
    const { sessionId, caller } = conversation;
    const { settings, runnerLabels = [] } = pinnedIn(conversation) ?? {};
    const granted = grantedPolicy(wanted.policy);
    const presentPolicy = pinnedPolicy(granted, settings?.toolMode);
    const made = await insertBrowser(tx, conversation, {
      policy: granted,
      presentPolicy,
      profileId: wanted.profileId,
    });
    const browser = made ?? (await lockBrowser(tx, sessionId));
    if (!browser) throw notFound('chat session');
    if (!made) assertFirstGrant(browser, wanted, isForTurn ? '/browser' : '');
    const narrowed = narrowPolicy(browser.presentPolicy, made || isForTurn ? {} : wanted.policy);
    const next = { ...browser, presentPolicy: pinnedPolicy(narrowed, settings?.toolMode) };
    if (browser.status === 'closed') return { browser: await openLive(tx, next, runnerLabels), begins: true };
    await audit(tx, {
      target: { sessionId, projectId: caller.projectId },
      before: { policy: browser.presentPolicy },
      after: { policy: next.presentPolicy },
    });
    return { browser: await advanceBrowser(tx, next, {}), begins: false };
  });

/** Gives a locked browser to runners. */
async function openLive(tx: Tx, browser: StoredBrowser, sessionLabels: string[]): Promise<StoredBrowser> {
  const { sessionId, projectId, organizationId, presentPolicy } = browser;
  const liveId = newId('browser');
  const runnerLabels = [...new Set([...sessionLabels, BROWSER_LABEL])];
  const task: BrowserTask = { version: 1, sessionId, policy: presentPolicy, ...(await profileOf(tx, browser)) };
  await enqueueWork(tx, {
    id: liveId,
    kind: BROWSER_KIND,
    projectId,
    organizationId,
    task: Buffer.from(JSON.stringify(task)),
    timeoutMs: presentPolicy.lifetimeMs + MARGIN_MS,
    labels: runnerLabels,
    maxAttempts: 1,
  });
  const opening = await advanceBrowser(tx, browser, {
    presentPolicy,
    status: 'opening',
    liveId,
    runnerId: null,
    runnerLabels,
    tabs: [],
    endReason: null,
    busyWith: null,
    openedAt: null,
    isUsed: true,
  });
  await audit(tx, { target: { sessionId, projectId }, after: { policy: presentPolicy, profileId: browser.profileId } });
  return opening;
}

async function profileOf(
  tx: Tx,
  { projectId, ownerId, profileId }: StoredBrowser,
): Promise<Pick<BrowserTask, 'profile'>> {
  if (profileId === null) return {};
  const sealed = await findSealed(tx, { projectId, ownerId, id: profileId });
  if (!sealed && (await listProfiles(tx, projectId, ownerId)).length >= MAX_PROFILES)
    throw conflict(`You have ${MAX_PROFILES} browser profiles in this project: delete one, or name one of them.`);
  return {
    profile: {
      sealed: sealed?.toString('base64') ?? '',
      context: `browser-profile:${projectId}:${ownerId}:${profileId}`,
    },
  };
}
