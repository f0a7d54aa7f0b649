import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { findTunnelHistory } from '../../store/tunnels/tunnel-openings.ts';

export const getTunnel = ({ pool, publicUrl }: Deps) =>
  handle(operations.getTunnel, async (_caller, { projectId, serverId }) => {
    const found = await findTunnelHistory(pool, projectId, serverId);
    if (!found) return { serverId, status: 'none' as const, openings: [] };
    const { slug, ...tunnel } = found;
    return { serverId, url: `${publicUrl}/tunnels/${slug}`, ...tunnel };
  });
