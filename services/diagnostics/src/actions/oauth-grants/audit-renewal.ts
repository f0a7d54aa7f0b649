import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import type { ServerAddress } from '../../domain/servers/server-address.ts';

/** Writes into the audit log that a person had a grant renewed. */
export const auditRenewal = (pool: Pool, { projectId, serverId }: ServerAddress, state: string): Promise<void> =>
  transaction(pool, (tx) => audit(tx, { target: { serverId, projectId }, after: { state } }));
