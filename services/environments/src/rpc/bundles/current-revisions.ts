import type { CurrentRevisionsReply, CurrentRevisionsRequest } from '@assay/mesh/gen/assay/v1/environments';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import { listCurrentRevisions } from '../../store/environments/environments.ts';

export const currentRevisions =
  ({ pool }: Deps): RpcHandler<CurrentRevisionsRequest, CurrentRevisionsReply> =>
  async ({ projectId, environmentIds }) => {
    const found = await listCurrentRevisions(pool, projectId, environmentIds);
    return { revisions: found.map(({ id, revision }) => ({ environmentId: id, revision })) };
  };
