import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { nameEnvironment as name } from '../../actions/environments/revise-environment.ts';
import type { Deps } from '../../deps.ts';
import { toEnvironment } from '../../domain/environments/environment-view.ts';

export const nameEnvironment = ({ pool }: Deps) =>
  handle(operations.nameEnvironment, async ({ userId }, target, { expectedRevision, ...change }) =>
    toEnvironment(await name(pool, { ...target, expectedRevision, userId }, change)),
  );
