import { getSession as operation } from '@assay/contract/operations/people';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { currentSession } from '../people/current-session.ts';

export const getSession = (deps: Deps) =>
  handle(operation, async ({ sessionId }, { sessionToken }) => currentSession(deps, sessionId!, sessionToken));
