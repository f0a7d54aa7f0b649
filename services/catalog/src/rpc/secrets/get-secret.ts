import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { findSecret } from '../../store/secrets/secrets.ts';
import { listServersWithSecret } from '../../store/servers/servers.ts';

export const getSecret = ({ pool }: Deps) =>
  handle(operations.getSecret, async (_caller, { projectId, secretId }) => {
    const [secret, servers] = await Promise.all([
      findSecret(pool, projectId, secretId),
      listServersWithSecret(pool, projectId, secretId),
    ]);
    if (!secret) throw notFound('secret');
    return { ...secret, usedBy: { servers } };
  });
