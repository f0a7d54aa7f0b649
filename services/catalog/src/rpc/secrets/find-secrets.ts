import type { FindSecretsRequest, FoundSecrets } from '@assay/mesh/gen/assay/v1/catalog';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import { assertProjectReach } from '../../flows/access/assert-project-reach.ts';
import { listSecretNames } from '../../store/secrets/secrets.ts';

export const findSecrets =
  ({ pool }: Deps): RpcHandler<FindSecretsRequest, FoundSecrets> =>
  async ({ projectId, secretIds }, caller) => {
    const [secrets] = await Promise.all([
      listSecretNames(pool, projectId, secretIds),
      assertProjectReach(pool, caller, { projectId }),
    ]);
    return { secrets };
  };
