import { operations } from '@assay/contract/operations';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { listSessions } from '../../store/sessions/sessions.ts';

export const listOwnSessions = ({ pool, cursors }: Deps) =>
  handle(operations.listOwnSessions, ({ userId, sessionId }, _target, query) =>
    pageOfList(operations.listOwnSessions, cursors, query, {
      name: `sessions of ${userId}`,
      find: (after: [string] | undefined, limit) => listSessions(pool, userId!, sessionId!, after?.[0], limit),
      positionOf: ({ id }) => [id],
    }),
  );
