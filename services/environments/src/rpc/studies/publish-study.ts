import { operations } from '@assay/contract/operations';
import { handle, otherwise } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { toStudy } from '../../domain/studies/study-view.ts';
import { publishStudy as publish } from '../../flows/studies/publish-study.ts';

export const publishStudy = (deps: Deps) =>
  handle(operations.publishStudy, async ({ userId, organizationId }, { projectId, environmentId }, settings) => {
    const publication = { organizationId: organizationId!, projectId, environmentId, userId };
    const { study, isNew } = await publish(deps, publication, settings);
    const reply = toStudy(deps, study);
    if (isNew) return { ...reply, created: true };
    return otherwise({
      ...reply,
      created: false,
      ...(Object.keys(settings).length > 0 && { overridesIgnored: true as const }),
    });
  });
