import type { Tunnel } from '@assay/contract/areas/tunnels/documents';
import { given } from '@assay/contract/given';
import { rows, sql, type Db } from '@assay/kit/postgres/db';
import { KEPT_OPENINGS, SILENT_S } from './tunnels.ts';

/** A tunnel as people see it. */
export type TunnelHistory = Omit<Tunnel, 'serverId' | 'url'> & { slug: string };

/** The state of a server's tunnel with its last openings, the newest first; undefined when it never had one. */
export async function findTunnelHistory(
  db: Db,
  projectId: string,
  serverId: string,
): Promise<TunnelHistory | undefined> {
  const [tunnel] = await rows<{
    slug: string;
    createdBy: string;
    isOpen: boolean;
    isUsable: boolean;
    tokenExpiresAt: Date;
  }>(
    db,
    sql`
    select slug, created_by, token_expires_at, coalesce(token_hash is not null and token_expires_at > now(), false) as "isUsable",
      coalesce(attachment_id is not null and beaten_at > now() - ${SILENT_S} * interval '1 second', false) as "isOpen"
    from tunnels where project_id = ${projectId} and server_id = ${serverId}`,
  );
  if (!tunnel) return undefined;
  const openings = await rows<{
    openedAt: Date;
    userId: string;
    endedAt: Date | null;
    end: string | null;
    requests: number;
  }>(
    db,
    sql`
    select opened_at, user_id, ended_at, "end", requests from tunnel_openings
    where project_id = ${projectId} and server_id = ${serverId} order by opened_at desc limit ${KEPT_OPENINGS}`,
  );
  return {
    slug: tunnel.slug,
    status: tunnel.isOpen ? 'open' : tunnel.isUsable ? 'waiting' : 'closed',
    createdBy: tunnel.createdBy,
    ...(tunnel.isUsable && { connectTokenExpiresAt: tunnel.tokenExpiresAt.getTime() }),
    openings: openings.map(({ openedAt, userId, endedAt, end, requests }, i) => ({
      openedAt: openedAt.getTime(),
      openedBy: userId,
      requests,
      ...given({ endedAt: endedAt?.getTime() }),
      // An opening that nothing ended belongs to a gateway that vanished, unless it is the present one.
      ...given({ end: (end ?? (i === 0 && tunnel.isOpen ? undefined : 'lost')) as Tunnel['openings'][number]['end'] }),
    })),
  };
}
