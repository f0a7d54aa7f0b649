import type { OrganizationSettings } from '@assay/contract/documents/organization-settings';
import type { Deps } from './deps.ts';
import { installationSettings, shownSettings, type LimitValues, type Settings } from './domain/organization-settings.ts';
import type { StoredSettings } from './store/organization-settings.ts';

/** What holds in this installation where an organization sets nothing. */
export const installationOf = ({ requestLimit, maxConcurrentRuns, retention }: Pick<Deps, 'requestLimit' | 'maxConcurrentRuns' | 'retention'>): Settings =>
  installationSettings({ requestsPerMinute: requestLimit.perMinute, requestBurst: requestLimit.burst, concurrentRuns: maxConcurrentRuns }, retention);

/** Settings as their readers see them. */
export const settingsDocument = (installation: Settings, ceilings: LimitValues) => ({ own, updatedAt }: StoredSettings): OrganizationSettings =>
  ({ ...shownSettings(own, installation, ceilings), ...(updatedAt && { updatedAt: updatedAt.getTime() }) });
