import { operations } from '@assay/contract/operations';
import { pageSize } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import type { StoredSession } from '../../domain/chat-sessions/chat-session.ts';
import { chatMessageOf, sessionDetailOf } from '../../domain/chat-sessions/session-view.ts';
import { visibleContents } from '../../flows/access/visible-session.ts';
import { listMessages } from '../../store/turns/chat-messages.ts';
import { findTurn } from '../../store/turns/turns.ts';

export const getChatSession = (deps: Deps) =>
  handle(operations.getChatSession, async (caller, { sessionId }, { projectId, afterMessageIndex, limit }) => {
    const size = pageSize(operations.getChatSession, limit);
    const from = afterMessageIndex === undefined ? 0 : afterMessageIndex + 1;
    const read = ({ openTurnId }: StoredSession) =>
      Promise.all([
        listMessages(deps.pool, sessionId, from, size + 1),
        openTurnId === null ? undefined : findTurn(deps.pool, openTurnId),
      ]);
    const {
      session,
      contents: [messages, openTurn],
    } = await visibleContents(deps, caller, { sessionId, projectId }, read);
    const shown = messages.slice(0, size);
    const next = messages.length > size ? shown.at(-1)?.index : undefined;
    return sessionDetailOf(session, openTurn, shown.map(chatMessageOf), next);
  });
