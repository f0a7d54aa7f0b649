import type { WantedBrowser } from '@assay/contract/areas/browsers/policy';
import { Problem } from '@assay/contract/problem';
import type { Deps } from '../../deps.ts';
import { narrowPolicy, pinnedPolicy } from '../../domain/browsers/browser-policy.ts';
import { unknownProblem } from '../../domain/browsers/browser-refusals.ts';
import type { BrowserPlace } from '../../domain/browsers/stored-browser.ts';
import type { TurnBrowser } from '../../domain/turns/turn.ts';
import { findBrowser } from '../../store/browsers/browsers.ts';
import { findTurn } from '../../store/turns/turns.ts';
import type { StoredSession } from '../../domain/chat-sessions/chat-session.ts';
import { openBrowserOf, type BrowserDeps } from './open-browser.ts';

/**
 * Opens the browser of a session for a turn that is about to begin, before anything of the turn is written: a refusal leaves
 * the session and the idempotency key as they were.
 */
export async function browserForTurn(
  deps: BrowserDeps,
  place: BrowserPlace,
  wanted: WantedBrowser,
): Promise<TurnBrowser> {
  const before = await findBrowser(deps.pool, place.sessionId);
  const unknown = before && unknownProblem(before);
  if (unknown) throw unknown;
  const { browser } = await openBrowserOf(deps, { place, wanted, at: '/browser', narrowsTurn: true });
  assertReaches(place, browser.runnerLabels);
  return {
    liveId: browser.liveId!,
    runnerId: browser.runnerId!,
    policy: pinnedPolicy(narrowPolicy(browser.presentPolicy, wanted.policy), place.toolMode),
    wanted,
  };
}

/** @throws FEATURE_NOT_SUPPORTED when the runner that has the browser does not reach the servers of the session. */
function assertReaches({ runnerLabels, sessionId }: BrowserPlace, had: string[]): void {
  const missing = runnerLabels.filter((label) => !had.includes(label));
  if (missing.length > 0)
    throw new Problem(
      'FEATURE_NOT_SUPPORTED',
      `The browser of the session is on a runner without the labels ${missing.join(', ')}, which its servers need: close the browser, and send the message again.`,
      { sessionId, labels: missing },
    );
}

/** The browser of a turn that waits for approvals, open again if it closed meanwhile; undefined when it has none. */
export async function browserOfWaitingTurn(
  deps: BrowserDeps & Pick<Deps, 'pool'>,
  session: StoredSession,
): Promise<TurnBrowser | undefined> {
  const turn = session.openTurnId === null ? undefined : await findTurn(deps.pool, session.openTurnId);
  if (turn?.status !== 'waiting' || !turn.settings.browser) return undefined;
  const { id: sessionId, organizationId, projectId, ownerId, settings, runnerLabels } = session;
  const place = { sessionId, organizationId, projectId, ownerId: ownerId!, toolMode: settings.toolMode, runnerLabels };
  return browserForTurn(deps, place, turn.settings.browser.wanted);
}
