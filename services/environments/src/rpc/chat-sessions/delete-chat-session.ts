import { roleIncludes } from '@assay/contract/access';
import { operations } from '@assay/contract/operations';
import { forbidden, notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { removeSession } from '../../actions/chat-sessions/change-session.ts';
import type { Deps } from '../../deps.ts';
import { visibleSession } from '../../flows/access/visible-session.ts';

export const deleteChatSession = (deps: Deps) =>
  handle(operations.deleteChatSession, async (caller, { sessionId }) => {
    const { isOwn, role } = await visibleSession(deps, caller, sessionId);
    if (!isOwn && !roleIncludes(role, 'admin'))
      throw forbidden('Only its owner and administrators of the project can delete a chat session.');
    if (!(await removeSession(deps.pool, sessionId))) throw notFound('chat session');
    return { id: sessionId, deleted: true as const };
  });
