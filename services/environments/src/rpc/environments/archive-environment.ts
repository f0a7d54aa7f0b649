import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { archiveEnvironment as archive } from '../../actions/environments/revise-environment.ts';
import type { Deps } from '../../deps.ts';
import { toEnvironment } from '../../domain/environments/environment-view.ts';

export const archiveEnvironment = ({ pool }: Deps) =>
  handle(operations.archiveEnvironment, async ({ userId }, target, { expectedRevision }) =>
    toEnvironment(await archive(pool, { ...target, expectedRevision, userId })),
  );
