import { Role, type AuthorizeRequest, type Grant } from '@assay/contract/gen/assay/v1/catalog';
import type { Handler } from '@assay/kit/serve';
import type { Deps } from '../deps.ts';
import { findRole } from '../store/projects.ts';

const onWire = { admin: Role.ADMIN, member: Role.MEMBER } as const;

export const authorize = ({ pool }: Deps): Handler<AuthorizeRequest, Grant> => async ({ organizationId, userId, projectId }) => {
  const role = await findRole(pool, organizationId, userId, projectId);
  return { role: role ? onWire[role] : Role.UNSPECIFIED, projectId };
};
