import type { ToolMode } from '@assay/contract/areas/chat-sessions/turn';
import { notFound } from '@assay/contract/problem';
import type { Caller } from '@assay/kit/security/caller';
import type { Deps } from '../../deps.ts';
import type { StoredBrowser } from '../../domain/browsers/stored-browser.ts';
import type { OwnConversation } from '../../domain/chat-sessions/chat-session.ts';
import { findBrowser } from '../../store/browsers/browsers.ts';
import { findSession } from '../../store/chat-sessions/chat-sessions.ts';
import { assertMember, assertOwn, assertVisible, seenProject, turnCallerOf } from '../access/visible-session.ts';

type Neighbours = Pick<Deps, 'pool' | 'catalog'>;

/**
 * The session whose browser the caller may drive: an own chat session, or one that the caller made with its browser.
 * @throws NOT_FOUND, or FORBIDDEN for another's that is shared, and without the role of a member.
 */
export async function drivenConversation(
  deps: Neighbours,
  caller: Caller,
  sessionId: string,
): Promise<OwnConversation> {
  const session = await findSession(deps.pool, sessionId);
  if (session) {
    await assertOwn(deps, caller, session);
    return { sessionId, caller: turnCallerOf(caller, session.projectId), session };
  }
  const browser = await ownBrowser(deps, caller, sessionId, 'member');
  return { sessionId, caller: turnCallerOf(caller, browser.projectId), browser };
}

/** A browser that the caller may look at, with the tool mode of its chat session. */
export interface SeenBrowser {
  browser: StoredBrowser;
  toolMode: ToolMode | undefined;
}

/**
 * The browser of a session that the caller may read.
 * @throws NOT_FOUND.
 */
export async function visibleBrowser(deps: Neighbours, caller: Caller, sessionId: string): Promise<SeenBrowser> {
  const session = await findSession(deps.pool, sessionId);
  if (!session) return { browser: await ownBrowser(deps, caller, sessionId, 'viewer'), toolMode: undefined };
  await assertVisible(deps, caller, session);
  const browser = await findBrowser(deps.pool, sessionId);
  if (!browser) throw notFound('browser of the session', { sessionId });
  return { browser, toolMode: session.settings.toolMode };
}

/** A browser of the caller in a session of its own. @throws NOT_FOUND, or FORBIDDEN without the role. */
export async function ownBrowser(
  deps: Neighbours,
  caller: Caller,
  sessionId: string,
  needed: 'viewer' | 'member',
): Promise<StoredBrowser> {
  const browser = await findBrowser(deps.pool, sessionId);
  if (!browser || browser.ownerId !== caller.userId) throw notFound('chat session');
  const { role } = await seenProject(deps, caller, browser.projectId);
  if (role === undefined) throw notFound('chat session');
  if (needed === 'member') assertMember(role);
  return browser;
}
