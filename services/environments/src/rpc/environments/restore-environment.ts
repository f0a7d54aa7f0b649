import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { restoreEnvironment as restore } from '../../actions/environments/revise-environment.ts';
import type { Deps } from '../../deps.ts';
import { toEnvironment } from '../../domain/environments/environment-view.ts';

export const restoreEnvironment = ({ pool }: Deps) =>
  handle(operations.restoreEnvironment, async ({ userId }, target, { expectedRevision }) => {
    const { environment, droppedPluginVersionIds } = await restore(pool, { ...target, expectedRevision, userId });
    return { ...toEnvironment(environment), ...(droppedPluginVersionIds.length > 0 && { droppedPluginVersionIds }) };
  });
