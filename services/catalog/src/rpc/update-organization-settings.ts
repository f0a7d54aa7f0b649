import { updateOrganizationSettings as operation } from '@assay/contract/operations/organizations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/handle';
import { changeSettings } from '../actions/change-settings.ts';
import type { Deps } from '../deps.ts';
import { ceilingFault, changedSettings } from '../domain/organization-settings.ts';
import { refuse } from '../refusals.ts';
import { settingsDocument } from '../settings-document.ts';

export const updateOrganizationSettings = (deps: Deps) => {
  const document = settingsDocument(deps);
  return handle(operation, async (_caller, { organizationId }, patch) => {
    refuse(ceilingFault(patch, deps.ceilings));
    const settings = await changeSettings(deps.pool, organizationId, (own) => changedSettings(own, patch), document);
    if (!settings) throw notFound('organization');
    return settings;
  });
};
