import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import type { ServerAddress } from '../../domain/servers/server-address.ts';
import { deleteSuppression, insertSuppression, type SuppressionRow } from '../../store/lint/lint-suppressions.ts';

/** Keeps a suppression; undefined when the server has `max` of them. */
export const addSuppression = (
  pool: Pool,
  { projectId, serverId }: ServerAddress,
  suppression: Omit<SuppressionRow, 'createdAt'>,
  max: number,
): Promise<SuppressionRow | undefined> =>
  transaction(pool, async (tx) => {
    const added = await insertSuppression(tx, { projectId, serverId }, suppression, max);
    await audit(tx, added && { target: { projectId, serverId }, after: auditedSuppression(added) });
    return added;
  });

/** Deletes a suppression; undefined when there is none of that id. */
export const removeSuppression = (
  pool: Pool,
  { projectId, serverId }: ServerAddress,
  id: string,
): Promise<SuppressionRow | undefined> =>
  transaction(pool, async (tx) => {
    const removed = await deleteSuppression(tx, { projectId, serverId }, id);
    await audit(tx, removed && { target: { projectId, serverId }, before: auditedSuppression(removed) });
    return removed;
  });

const auditedSuppression = ({ ruleId, body: { reason } }: SuppressionRow): object => ({ ruleId, reason });
