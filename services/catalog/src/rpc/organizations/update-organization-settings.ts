import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { changeSettings } from '../../actions/organizations/change-settings.ts';
import type { Deps } from '../../deps.ts';
import { ceilingFault, changedSettings, featureFault } from '../../domain/organizations/organization-settings.ts';
import { refuseFault } from '@assay/contract/fault';
import { settingsDocument } from '../../flows/organizations/settings-document.ts';

export const updateOrganizationSettings = (deps: Deps) => {
  const document = settingsDocument(deps);
  return handle(operations.updateOrganizationSettings, async (_caller, { organizationId }, patch) => {
    refuseFault(featureFault(patch) ?? ceilingFault(patch, deps.ceilings));
    const settings = await changeSettings(deps.pool, organizationId, (own) => changedSettings(own, patch), document);
    if (!settings) throw notFound('organization');
    return settings;
  });
};
