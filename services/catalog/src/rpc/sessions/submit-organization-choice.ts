import { operations } from '@assay/contract/operations';
import { auditNothing } from '@assay/kit/audit/audit';
import { handle } from '@assay/kit/rpc/handle';
import { formFields } from '@assay/page/form';
import { switchOrganization } from '../../actions/sessions/switch-organization.ts';
import type { Deps } from '../../deps.ts';
import { returnPath } from '../../domain/sessions/return-to.ts';
import { findBrowserSession } from '../../flows/sessions/browser-session.ts';
import { organizationAnswer } from '../../flows/sessions/organization-answer.ts';
import { pathOf, redirectTo } from '../../flows/sessions/page-paths.ts';

export const submitOrganizationChoice = (deps: Deps) =>
  handle(operations.submitOrganizationChoice, async (_caller, { sessionToken }, form) => {
    const { organizationId = '', returnTo: wanted } = formFields(form, 'organizationId', 'returnTo');
    const returnTo = returnPath(wanted) ?? pathOf(deps, '/');
    const session = await findBrowserSession(deps, sessionToken);
    if (session && (await switchOrganization(deps.pool, session, organizationId))) return redirectTo(returnTo);
    auditNothing();
    return organizationAnswer(deps, sessionToken, returnTo, 'You do not belong to that organization.');
  });
