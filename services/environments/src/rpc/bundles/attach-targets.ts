import type { AttachTargetsReply, AttachTargetsRequest } from '@assay/mesh/gen/assay/v1/environments';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import { attachTargets as attach } from '../../actions/attachments/attach-targets.ts';
import type { Deps } from '../../deps.ts';

export const attachTargets =
  ({ pool }: Deps): RpcHandler<AttachTargetsRequest, AttachTargetsReply> =>
  async ({ projectId, holderKind, holderId, environmentIds, clients }) => {
    const attached = await attach(pool, { projectId, kind: holderKind, id: holderId }, { environmentIds, clients });
    return {
      environments: attached.environments.map(({ id, name }) => ({ id, name: name ?? '' })),
      clients: attached.clients.map(({ id, name }) => ({ id, name })),
    };
  };
