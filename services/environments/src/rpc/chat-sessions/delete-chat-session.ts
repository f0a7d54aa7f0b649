import { roleIncludes } from '@assay/contract/access';
import { operations } from '@assay/contract/operations';
import { forbidden, notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { removeBrowserSession } from '../../actions/browsers/remove-browsers.ts';
import { removeSession } from '../../actions/chat-sessions/change-session.ts';
import type { Deps } from '../../deps.ts';
import { isOwnedBy } from '../../domain/chat-sessions/chat-session.ts';
import { assertVisible } from '../../flows/access/visible-session.ts';
import { ownBrowser } from '../../flows/browsers/own-browser.ts';
import { findSession } from '../../store/chat-sessions/chat-sessions.ts';

export const deleteChatSession = (deps: Deps) =>
  handle(operations.deleteChatSession, async (caller, { sessionId }) => {
    const session = await findSession(deps.pool, sessionId);
    if (!session) {
      await ownBrowser(deps, caller, sessionId, 'viewer');
      if (!(await removeBrowserSession(deps.pool, sessionId))) throw notFound('chat session');
      return { id: sessionId, deleted: true as const };
    }
    const role = await assertVisible(deps, caller, session);
    if (!isOwnedBy(session, caller.userId) && !roleIncludes(role, 'admin'))
      throw forbidden('Only its owner and administrators of the project can delete a chat session.');
    if (!(await removeSession(deps.pool, sessionId))) throw notFound('chat session');
    return { id: sessionId, deleted: true as const };
  });
