import { given } from '@assay/contract/given';
import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { listEnvironmentRevisions as find } from '../../store/environments/environment-revisions.ts';
import { findEnvironment } from '../../store/environments/environments.ts';

export const listEnvironmentRevisions = ({ pool, cursors }: Deps) =>
  handle(operations.listEnvironmentRevisions, async (_caller, { projectId, environmentId }, query) => {
    const page = await pageOfList(operations.listEnvironmentRevisions, cursors, query, {
      name: `revisions of ${environmentId}`,
      find: async (after: [number] | undefined, limit) => {
        if (!(await findEnvironment(pool, projectId, environmentId))) throw notFound('environment');
        return find(pool, environmentId, after?.[0], limit);
      },
      positionOf: ({ revision }) => [revision],
    });
    return {
      ...page,
      items: page.items.map(({ revision, createdAt, createdBy, changed, settings }) => ({
        revision,
        createdAt: createdAt.getTime(),
        ...given({ createdBy }),
        changed,
        environment: settings,
      })),
    };
  });
