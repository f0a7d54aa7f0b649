import { listOwnSessions as operation } from '@assay/contract/operations/people';
import { listed } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { listSessions } from '../../store/sessions/sessions.ts';

export const listOwnSessions = ({ pool, cursors }: Deps) =>
  handle(operation, ({ userId, sessionId }, _target, query) =>
    listed(operation, cursors, query, {
      name: `sessions of ${userId}`,
      find: (after: [string] | undefined, limit) => listSessions(pool, userId!, sessionId!, after?.[0], limit),
      positionOf: ({ id }) => [id],
    }),
  );
