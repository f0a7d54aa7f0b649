import { getSession as operation } from '@assay/contract/operations/people';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { currentSession } from '../../flows/sessions/current-session.ts';

export const getSession = (deps: Deps) =>
  handle(operation, async ({ sessionId }, { sessionToken }) => currentSession(deps, sessionId!, sessionToken));
