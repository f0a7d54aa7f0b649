import { operations } from '@assay/contract/operations';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { toEnvironment } from '../../domain/environments/environment-view.ts';
import { listEnvironments as find } from '../../store/environments/environments.ts';

export const listEnvironments = ({ pool, cursors }: Deps) =>
  handle(operations.listEnvironments, (_caller, { projectId }, { includeArchived = false, ...query }) =>
    pageOfList(operations.listEnvironments, cursors, query, {
      name: `environments of ${projectId}${includeArchived ? ' with archived ones' : ''}`,
      find: async (after: [string] | undefined, limit) =>
        (await find(pool, projectId, includeArchived, after?.[0], limit)).map(toEnvironment),
      positionOf: ({ id }) => [id],
    }),
  );
