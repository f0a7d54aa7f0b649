import { operations } from '@assay/contract/operations';
import { forbidden, notFound } from '@assay/contract/problem';
import { roleIncludes } from '@assay/contract/access';
import { handle } from '@assay/kit/rpc/handle';
import { closeTunnel as close } from '../../actions/tunnels/close-tunnel.ts';
import type { Deps } from '../../deps.ts';
import { findTunnel } from '../../store/tunnels/tunnels.ts';

export const closeTunnel = ({ pool }: Deps) =>
  handle(operations.closeTunnel, async ({ userId, role }, { projectId, serverId }) => {
    const tunnel = await findTunnel(pool, projectId, serverId);
    if (tunnel?.isLive && tunnel.userId !== userId && !roleIncludes(role, 'admin'))
      throw forbidden('Only the person who made the tunnel, or an admin of the project, can close it.');
    if (!(await close(pool, projectId, serverId))) throw notFound('tunnel');
    return { serverId, status: 'closed' as const };
  });
