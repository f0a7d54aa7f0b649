import type { FindMemberNameRequest, FindMemberNameResponse } from '@assay/mesh/gen/assay/v1/people';
import { onlyForService } from '@assay/kit/rpc/only-for-service';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import { findMember } from '../../store/members/memberships.ts';

export const findMemberName = ({ pool }: Deps): RpcHandler<FindMemberNameRequest, FindMemberNameResponse> =>
  onlyForService('environments', async ({ organizationId, userId }) => ({
    name: (await findMember(pool, organizationId, userId))?.name ?? '',
  }));
