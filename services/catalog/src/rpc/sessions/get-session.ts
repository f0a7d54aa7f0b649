import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { currentSession } from '../../flows/sessions/current-session.ts';

export const getSession = (deps: Deps) =>
  handle(operations.getSession, async ({ sessionId }, { sessionToken }) =>
    currentSession(deps, sessionId!, sessionToken),
  );
