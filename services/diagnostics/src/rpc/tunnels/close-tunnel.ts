import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { closeTunnel as close } from '../../actions/tunnels/close-tunnel.ts';
import type { Deps } from '../../deps.ts';

export const closeTunnel = ({ pool }: Deps) =>
  handle(operations.closeTunnel, async (_caller, { projectId, serverId }) => {
    if (!(await close(pool, projectId, serverId))) throw notFound('tunnel');
    return { serverId, status: 'closed' as const };
  });
