import type { FindMemberRequest, FindMemberResponse } from '@assay/mesh/gen/assay/v1/people';
import { onlyForService } from '@assay/kit/rpc/only-for-service';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import { canonicalEmail } from '../../domain/account/email.ts';
import { findMemberByEmail } from '../../store/members/memberships.ts';

export const findMember = ({ pool }: Deps): RpcHandler<FindMemberRequest, FindMemberResponse> =>
  onlyForService('environments', async ({ organizationId, email }) => ({
    userId: (await findMemberByEmail(pool, organizationId, canonicalEmail(email))) ?? '',
  }));
