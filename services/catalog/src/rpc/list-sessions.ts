import { listSessions as operation } from '@assay/contract/operations/people';
import { listed } from '@assay/kit/cursor';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { listSessions as find } from '../store/sessions.ts';

export const listSessions = ({ pool, cursors }: Deps) =>
  handle(operation, ({ userId, sessionId }, _target, query) => listed(operation, cursors, query, {
    name: `sessions of ${userId}`,
    find: (after: [string] | undefined, limit) => find(pool, userId!, sessionId!, after?.[0], limit),
    positionOf: ({ id }) => [id],
  }));
