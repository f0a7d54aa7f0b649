import type { Feature } from '@assay/contract/access';
import { offeredFeatures } from '@assay/contract/areas/organizations/offered-features';
import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { capabilitiesOf } from '../../domain/projects/capabilities.ts';
import { settingsInForce } from '../../domain/organizations/organization-settings.ts';
import { findSettings } from '../../store/organizations/organization-settings.ts';

export const getProjectCapabilities = ({ pool, installation, ceilings }: Deps) =>
  handle(operations.getProjectCapabilities, async (caller, { projectId }) => {
    const { organizationId, organizationRole, role, features: on = [] } = caller;
    const settings = await findSettings(pool, organizationId!);
    if (!settings) throw notFound('project');
    const { limits } = settingsInForce(settings.own, installation, ceilings);
    // The features of the caller, so that they agree with the capabilities.
    const isOn = (feature: Feature) => offeredFeatures.includes(feature) && on.includes(feature);
    const [swarms, userTesting] = [isOn('swarms'), isOn('userTesting')];
    return {
      projectId,
      organizationId: organizationId!,
      role: organizationRole!,
      projectRole: role!,
      surface: 'self-hosted',
      features: {
        sandboxes: { enabled: false, mode: 'off' as const, enforced: false },
        swarms: { enabled: swarms },
        userTesting: { enabled: userTesting },
      },
      plan: { name: 'self-hosted', limits: { ...limits }, features: { swarms, userTesting } },
      can: capabilitiesOf(caller, projectId),
    };
  });
