import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { toResolvedEnvironment } from '../../domain/bundles/bundle-view.ts';
import { resolveEnvironmentBundle } from '../../flows/bundles/resolve-bundle.ts';

export const resolveEnvironment = (deps: Deps) =>
  handle(operations.resolveEnvironment, async (_caller, { projectId, environmentId }) =>
    toResolvedEnvironment(await resolveEnvironmentBundle(deps, projectId, environmentId)),
  );
