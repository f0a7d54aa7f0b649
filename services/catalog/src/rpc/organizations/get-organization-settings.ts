import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { settingsDocument } from '../../flows/organizations/settings-document.ts';
import { findSettings } from '../../store/organizations/organization-settings.ts';

export const getOrganizationSettings = (deps: Deps) => {
  const document = settingsDocument(deps);
  return handle(operations.getOrganizationSettings, async (_caller, { organizationId }) => {
    const settings = await findSettings(deps.pool, organizationId);
    if (!settings) throw notFound('organization');
    return document(settings);
  });
};
