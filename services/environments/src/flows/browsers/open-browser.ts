import type { CreateBrowser } from '@assay/contract/areas/browsers/documents';
import type { WantedBrowser } from '@assay/contract/areas/browsers/policy';
import { notFound, Problem, unavailable } from '@assay/contract/problem';
import { newId } from '@assay/kit/id';
import { assertSameRequest, requestHash as hashOf } from '@assay/kit/requests/idempotency';
import { closeSessionBrowser, withdrawOpening } from '../../actions/browsers/end-browser.ts';
import { createSessionBrowser, openSessionBrowser } from '../../actions/browsers/open-live.ts';
import { forgetUnopened } from '../../actions/browsers/remove-browsers.ts';
import type { Deps } from '../../deps.ts';
import {
  assertHasBrowsers,
  capacityProblem,
  closedProblem,
  openingProblem,
} from '../../domain/browsers/browser-refusals.ts';
import type { StoredBrowser } from '../../domain/browsers/stored-browser.ts';
import type { OwnConversation, TurnCaller } from '../../domain/chat-sessions/chat-session.ts';
import { findBrowser, findBrowserByKey } from '../../store/browsers/browsers.ts';

/** How long a browser waits for a runner with a free one, in milliseconds. */
const CAPACITY_MS = 5_000;
/** How long a runner may take to open a browser, in milliseconds: it may have to start Chromium. */
const OPENING_MS = 25_000;
/** How long a request waits for the end of a browser that is closing, in milliseconds. */
const CLOSING_MS = 10_000;

export type BrowserDeps = Pick<Deps, 'pool' | 'wakeUp' | 'followers' | 'browserRunners'>;

/** Makes a session with a browser, and waits until it is open. A repeated request is answered the first one's. */
export async function createBrowserSession(
  deps: BrowserDeps,
  caller: TurnCaller,
  body: CreateBrowser,
): Promise<{ browser: StoredBrowser; replayed: boolean }> {
  assertHasBrowsers(deps);
  const { idempotencyKey, policy, profileId } = body;
  const requestHash = hashOf([caller.projectId, policy, profileId ?? null]);
  let first = await findBrowserByKey(deps.pool, caller.id, idempotencyKey);
  if (first && wasNeverOpen(first)) {
    await forgetUnopened(deps.pool, first.sessionId);
    first = undefined;
  }
  if (first) assertSameRequest(first, { requestHash }, { sessionId: first.sessionId });
  const request = { idempotencyKey, requestHash };
  const { browser, replayed } = first
    ? { browser: first, replayed: true }
    : await createSessionBrowser(deps.pool, { sessionId: newId('chat'), caller }, body, request);
  if (!replayed) deps.wakeUp.wake();
  return { browser: browser.status === 'opening' ? await untilOpen(deps, browser) : browser, replayed };
}

/**
 * Opens the browser of a session unless it is open, and waits until it is. The one that was open already has its policy
 * narrowed by the request, unless the request is a message, whose policy is of its turn alone.
 * @throws RATE_LIMITED with BROWSER_CAPACITY, having changed nothing; SERVER_UNREACHABLE when it ended while it was opened.
 */
export async function openBrowserOf(
  deps: BrowserDeps,
  conversation: OwnConversation,
  wanted: WantedBrowser,
  isForTurn: boolean,
): Promise<{ browser: StoredBrowser; begins: boolean }> {
  assertHasBrowsers(deps);
  const { sessionId } = conversation;
  const { browser, begins } = await openSessionBrowser(deps.pool, conversation, wanted, isForTurn);
  if (begins) deps.wakeUp.wake();
  if (browser.status === 'opening') return { browser: await untilOpen(deps, browser), begins };
  if (browser.status !== 'closing') return { browser, begins };
  const ended = await untilEnded(deps, sessionId);
  if (ended.status !== 'closed')
    throw unavailable('The former browser of the session is still being closed: try again.', { sessionId });
  return openBrowserOf(deps, conversation, wanted, isForTurn);
}

/** Waits until an opening browser is open. A runner has to take it within five seconds. */
async function untilOpen(deps: BrowserDeps, { sessionId, liveId }: StoredBrowser): Promise<StoredBrowser> {
  const look = async () => {
    const seen = await findBrowser(deps.pool, sessionId);
    if (!seen || seen.endReason === 'BROWSER_CAPACITY') throw capacityProblem();
    return seen.status === 'opening' && seen.liveId === liveId ? undefined : seen;
  };
  const wait = (ms: number) => deps.followers.waitFor(sessionId, ms, look);
  let found = await wait(CAPACITY_MS);
  if (!found) {
    if (await withdrawOpening(deps.pool, sessionId, liveId!)) throw capacityProblem();
    found = await wait(OPENING_MS);
  }
  if (!found) {
    if (deps.followers.isStopped) throw unavailable('The service restarts; send the request again.');
    await closeSessionBrowser(deps.pool, sessionId);
    throw new Problem('SERVER_UNREACHABLE', 'The runner did not open the browser in time: try again.', { sessionId });
  }
  if (found.status === 'open') return found;
  // A session that was made for a browser which never opened holds nothing, and its key is to be free again.
  if (wasNeverOpen(found)) await forgetUnopened(deps.pool, sessionId);
  throw found.openedAt === null ? openingProblem(found.endReason) : closedProblem(found);
}

/** Its session holds nothing yet. */
const wasNeverOpen = ({ status, lastSeq }: StoredBrowser): boolean => status === 'closed' && lastSeq === 0;

/** Closes the browser of a session, and waits for its runner's report, with which its profile is kept. */
export async function closeBrowserOf(deps: BrowserDeps, sessionId: string): Promise<StoredBrowser> {
  const closing = await closeSessionBrowser(deps.pool, sessionId);
  return closing.status === 'closed' ? closing : untilEnded(deps, sessionId);
}

/** The browser once it is closed, or as it is after some seconds. */
async function untilEnded({ pool, followers }: BrowserDeps, sessionId: string): Promise<StoredBrowser> {
  const ended = await followers.waitFor(sessionId, CLOSING_MS, async () => {
    const seen = await findBrowser(pool, sessionId);
    if (!seen) throw notFound('browser of the session', { sessionId });
    return seen.status === 'closed' ? seen : undefined;
  });
  const seen = ended ?? (await findBrowser(pool, sessionId));
  if (!seen) throw notFound('browser of the session', { sessionId });
  return seen;
}
