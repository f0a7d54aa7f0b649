import { given } from '@assay/contract/given';
import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { toStudyMessage } from '../../domain/studies/study-session.ts';
import { findStudySession, findTurnTimes } from '../../store/studies/study-sessions.ts';
import { isStudyKnown } from '../../store/studies/studies.ts';
import { listMessages } from '../../store/turns/chat-messages.ts';

export const getStudySession = ({ pool, cursors }: Deps) =>
  handle(operations.getStudySession, async (_caller, { projectId, studyId, sessionId }, query) => {
    if (!(await isStudyKnown(pool, projectId, studyId))) throw notFound('study');
    const session = await findStudySession(pool, studyId, sessionId);
    if (!session) throw notFound('session of this study');
    const { items, nextCursor } = await pageOfList(operations.getStudySession, cursors, query, {
      name: `messages of ${sessionId}`,
      find: (after: [number] | undefined, limit) => listMessages(pool, sessionId, (after?.[0] ?? -1) + 1, limit),
      positionOf: ({ index }) => [index],
    });
    const times = await findTurnTimes(pool, [...new Set(items.map(({ turnId }) => turnId))]);
    const isLost = session.messageCount > 0 && items.length === 0 && query.cursor === undefined;
    return {
      id: session.id,
      studyId,
      chatSessionId: session.id,
      modelId: session.modelId ?? null,
      startedAt: session.createdAt.getTime(),
      lastActivityAt: session.lastActivityAt.getTime(),
      messageCount: isLost ? null : session.messageCount,
      ...(isLost && { transcriptUnavailable: true as const }),
      messages: items.map(({ index, turnId, body }) =>
        toStudyMessage(index, body, times.get(turnId) ?? session.createdAt),
      ),
      ...given({ nextCursor }),
    };
  });
