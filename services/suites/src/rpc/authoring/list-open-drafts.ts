import type { ListOpenDraftsRequest, OpenDrafts } from '@assay/mesh/gen/assay/v1/suites';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import { listOpenDrafts as find } from '../../store/authoring/authoring-jobs.ts';

export const listOpenDrafts =
  ({ pool }: Deps): RpcHandler<ListOpenDraftsRequest, OpenDrafts> =>
  async ({ projectId }) => ({
    suites: (await find(pool, projectId)).map(({ newestAt, ...drafts }) => ({
      ...drafts,
      newestAtMs: newestAt.getTime(),
    })),
  });
