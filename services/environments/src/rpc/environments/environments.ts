import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import {
  archiveEnvironment as archive,
  nameEnvironment as name,
} from '../../actions/environments/revise-environment.ts';
import type { Deps } from '../../deps.ts';
import { toResolvedEnvironment } from '../../domain/bundles/bundle-view.ts';
import { toEnvironment } from '../../domain/environments/environment-view.ts';
import { resolveEnvironmentBundle } from '../../flows/bundles/resolve-bundle.ts';

export const archiveEnvironment = ({ pool }: Deps) =>
  handle(operations.archiveEnvironment, async ({ userId }, target, { expectedRevision }) =>
    toEnvironment(await archive(pool, { ...target, expectedRevision, userId })),
  );

export const nameEnvironment = ({ pool }: Deps) =>
  handle(operations.nameEnvironment, async ({ userId }, target, { expectedRevision, ...change }) =>
    toEnvironment(await name(pool, { ...target, expectedRevision, userId }, change)),
  );

export const resolveEnvironment = (deps: Deps) =>
  handle(operations.resolveEnvironment, async (_caller, { projectId, environmentId }) =>
    toResolvedEnvironment(await resolveEnvironmentBundle(deps, projectId, environmentId)),
  );
