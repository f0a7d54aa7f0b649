import { Role, type AuthorizeRequest, type Grant } from '@assay/mesh/gen/assay/v1/catalog';
import { roleOnWire } from '@assay/kit/security/role';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import { findGrant } from '../../store/projects/projects.ts';

export const authorize =
  ({ pool }: Deps): RpcHandler<AuthorizeRequest, Grant> =>
  async ({ organizationId, userId, projectId, keyId, sessionId }) => {
    const grant = await findGrant(pool, {
      organizationId,
      userId,
      projectId,
      keyId,
      sessionId,
    });
    return grant ? { role: roleOnWire[grant.role], projectId: grant.projectId } : { role: Role.UNSPECIFIED, projectId };
  };
