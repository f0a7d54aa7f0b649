import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { visibleSession } from '../../flows/access/visible-session.ts';
import { followSession } from '../../flows/turns/follow-session.ts';

export const streamChatEvents = (deps: Deps) =>
  handle(operations.streamChatEvents, async (caller, { sessionId, lastEventId, waitMs }) => {
    const session = await visibleSession(deps, caller, sessionId);
    return followSession(deps, session, { lastEventId, waitMs: Number(waitMs) });
  });
