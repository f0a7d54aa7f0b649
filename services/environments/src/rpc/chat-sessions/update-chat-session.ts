import { operations } from '@assay/contract/operations';
import { forbidden, notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { changeSession } from '../../actions/chat-sessions/change-session.ts';
import type { Deps } from '../../deps.ts';
import { isOwnedBy } from '../../domain/chat-sessions/chat-session.ts';
import { chatSessionOf } from '../../domain/chat-sessions/session-view.ts';
import { visibleSession } from '../../flows/access/visible-session.ts';

export const updateChatSession = (deps: Deps) =>
  handle(operations.updateChatSession, async (caller, { sessionId }, change) => {
    const found = await visibleSession(deps, caller, sessionId);
    if (!isOwnedBy(found, caller.userId)) throw forbidden('Only its owner can change a chat session.');
    const session = await changeSession(deps.pool, sessionId, change);
    if (!session) throw notFound('chat session');
    return chatSessionOf(session, caller.userId);
  });
