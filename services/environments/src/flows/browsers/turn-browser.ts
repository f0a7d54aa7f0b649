import type { WantedBrowser } from '@assay/contract/areas/browsers/policy';
import { Problem } from '@assay/contract/problem';
import { assertFirstGrant, narrowPolicy, pinnedPolicy } from '../../domain/browsers/browser-policy.ts';
import { assertHasBrowsers, unknownProblem } from '../../domain/browsers/browser-refusals.ts';
import type { StoredBrowser } from '../../domain/browsers/stored-browser.ts';
import { pinnedIn, type OwnConversation, type StoredSession } from '../../domain/chat-sessions/chat-session.ts';
import type { TurnBrowser } from '../../domain/turns/turn.ts';
import { findBrowser } from '../../store/browsers/browsers.ts';
import { findTurn } from '../../store/turns/turns.ts';
import { openBrowserOf, type BrowserDeps } from './open-browser.ts';

/**
 * Opens the browser of a session for a turn that is about to begin, before anything of the turn is written: a refusal leaves
 * the session and the idempotency key as they were.
 */
export async function browserForTurn(
  deps: BrowserDeps,
  conversation: OwnConversation,
  wanted: WantedBrowser,
): Promise<TurnBrowser> {
  const unknown = conversation.browser && unknownProblem(conversation.browser);
  if (unknown) throw unknown;
  const { settings, runnerLabels = [] } = pinnedIn(conversation) ?? {};
  const browser =
    presentFor(deps, conversation, wanted) ?? (await openBrowserOf(deps, conversation, wanted, true)).browser;
  const missing = runnerLabels.filter((label) => !browser.runnerLabels.includes(label));
  if (missing.length > 0)
    throw new Problem(
      'FEATURE_NOT_SUPPORTED',
      `The browser of the session is on a runner without the labels ${missing.join(', ')}, which its servers need: close the browser, and send the message again.`,
      { sessionId: conversation.sessionId, labels: missing },
    );
  return {
    liveId: browser.liveId!,
    runnerId: browser.runnerId!,
    policy: pinnedPolicy(narrowPolicy(browser.presentPolicy, wanted.policy), settings?.toolMode),
    wanted,
  };
}

/**
 * The open browser, when the turn needs no change of it but the one of its own transaction; undefined when it has to be
 * opened, or its policy pinned to the tool mode of the session.
 */
function presentFor(
  deps: BrowserDeps,
  conversation: OwnConversation,
  wanted: WantedBrowser,
): StoredBrowser | undefined {
  const { browser } = conversation;
  if (browser?.status !== 'open') return undefined;
  const pinned = pinnedPolicy(browser.presentPolicy, pinnedIn(conversation)?.settings.toolMode);
  if (pinned.mode !== browser.presentPolicy.mode) return undefined;
  assertHasBrowsers(deps);
  assertFirstGrant(browser, wanted, '/browser');
  return browser;
}

/** The browser of a turn that waits for approvals, open again if it closed meanwhile; undefined when it has none. */
export async function browserOfWaitingTurn(
  deps: BrowserDeps,
  session: StoredSession,
): Promise<TurnBrowser | undefined> {
  const turn = session.openTurnId === null ? undefined : await findTurn(deps.pool, session.openTurnId);
  if (turn?.status !== 'waiting' || !turn.settings.browser) return undefined;
  const { id: sessionId, organizationId, projectId, ownerId } = session;
  const caller = { id: ownerId!, organizationId, projectId };
  const browser = await findBrowser(deps.pool, sessionId);
  return browserForTurn(deps, { sessionId, caller, session, browser }, turn.settings.browser.wanted);
}
