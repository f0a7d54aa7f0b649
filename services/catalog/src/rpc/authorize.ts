import { Role, type AuthorizeRequest, type Grant } from '@assay/contract/gen/assay/v1/catalog';
import type { Handler } from '@assay/kit/serve';
import type { Deps } from '../deps.ts';
import { findGrant } from '../store/projects.ts';

const onWire = { admin: Role.ADMIN, member: Role.MEMBER } as const;

export const authorize = ({ pool }: Deps): Handler<AuthorizeRequest, Grant> => async ({ organizationId, userId, projectId }) => {
  const grant = await findGrant(pool, organizationId, userId, projectId);
  return grant ? { role: onWire[grant.role], projectId: grant.projectId } : { role: Role.UNSPECIFIED, projectId };
};
