import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { switchOrganization as change } from '../../actions/sessions/switch-organization.ts';
import type { Deps } from '../../deps.ts';
import { currentSession } from '../../flows/sessions/current-session.ts';

export const switchOrganization = (deps: Deps) =>
  handle(operations.switchOrganization, async ({ sessionId, userId }, { sessionToken }, { organizationId }) => {
    if (!(await change(deps.pool, { id: sessionId!, userId: userId! }, organizationId))) throw notFound('organization');
    return currentSession(deps, sessionId!, sessionToken);
  });
