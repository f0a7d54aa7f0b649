import { operations } from '@assay/contract/operations';
import { pageOf, pageSize } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { listChatSessions as find, type ChatPosition } from '../../store/chat-sessions/chat-sessions.ts';

export const listChatSessions = ({ pool, cursors }: Deps) =>
  handle(
    operations.listChatSessions,
    async ({ organizationId, userId }, _target, { projectId, status = 'active', limit, cursor, before }) => {
      // A person without an organization has no sessions to see.
      if (organizationId === undefined) return { items: [] };
      const list = `${status} chat sessions of ${organizationId} and ${userId} in ${projectId ?? 'any project'}`;
      const [at, id] =
        (before === undefined ? cursors.decode(list, cursor) : cursors.decode(list, before, 'before')) ?? [];
      const after: ChatPosition | undefined = at === undefined ? undefined : [new Date(at), id as string];
      const size = pageSize(operations.listChatSessions, limit);
      const found = await find(
        pool,
        {
          organizationId,
          userId: userId!,
          status,
          projectId,
        },
        after,
        size + 1,
      );
      return pageOf(found, size, (last) => cursors.encode(list, [last.lastActivityAt, last.id]));
    },
  );
