import { setDismissed } from '@assay/findings/mining/dismiss-finding';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';

/** Dismisses a finding, or takes that back. Throws NOT_FOUND. */
export const dismissFinding = (
  pool: Pool,
  { projectId, findingId }: { projectId: string; findingId: string },
  dismissed: boolean,
): Promise<{ id: string; projectId: string; dismissed: boolean }> =>
  transaction(pool, async (tx) => {
    const isChange = await setDismissed(tx, projectId, findingId, dismissed);
    await audit(tx, isChange ? { target: { findingId }, after: { dismissed } } : undefined);
    return { id: findingId, projectId, dismissed };
  });
