import type { AuthenticateRunnerRequest, RunnerPrincipal } from '@assay/mesh/gen/assay/v1/catalog';
import { Problem } from '@assay/contract/problem';
import { onlyForService } from '@assay/kit/rpc/only-for-service';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import { findTokenHolder } from '../../store/runner-tokens/runner-tokens.ts';

export const authenticateRunner = ({ pool }: Deps): RpcHandler<AuthenticateRunnerRequest, RunnerPrincipal> =>
  onlyForService('gateway', async ({ tokenHash }) => {
    const holder = await findTokenHolder(pool, tokenHash);
    if (!holder) throw new Problem('UNAUTHORIZED', 'The runner token is not valid.');
    return { ...holder, projectId: holder.projectId ?? '' };
  });
