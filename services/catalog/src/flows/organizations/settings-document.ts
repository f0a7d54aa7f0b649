import type { OrganizationSettings } from '@assay/contract/areas/organizations/settings';
import { given } from '@assay/contract/given';
import type { Deps } from '../../deps.ts';
import { shownSettings } from '../../domain/organizations/organization-settings.ts';
import type { StoredSettings } from '../../store/organizations/organization-settings.ts';

/** The settings document of the API. */
export const settingsDocument =
  ({ installation, ceilings }: Pick<Deps, 'installation' | 'ceilings'>) =>
  ({ own, updatedAt }: StoredSettings): OrganizationSettings => ({
    ...shownSettings(own, installation, ceilings),
    ...given({ updatedAt: updatedAt?.getTime() }),
  });
