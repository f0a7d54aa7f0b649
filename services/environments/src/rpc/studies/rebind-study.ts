import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { rebindStudy as rebind } from '../../actions/studies/change-study.ts';
import type { Deps } from '../../deps.ts';
import { resolveEnvironmentBundle } from '../../flows/bundles/resolve-bundle.ts';

export const rebindStudy = (deps: Deps) =>
  handle(operations.rebindStudy, async (_caller, target, { environmentId }) => {
    await resolveEnvironmentBundle(deps, target.projectId, environmentId);
    const { id, projectId, accessVersion } = await rebind(deps.pool, target, environmentId);
    return { id, projectId, environmentId, accessVersion };
  });
