import { transaction, type Pool } from '@assay/kit/postgres/db';
import { setDismissed } from '@assay/findings/insights/dismiss-finding';

/** Dismisses a finding, or takes that back. Throws NOT_FOUND. */
export const dismissFinding = (
  pool: Pool,
  { projectId, findingId }: { projectId: string; findingId: string },
  dismissed: boolean,
): Promise<{ id: string; projectId: string; dismissed: boolean }> =>
  transaction(pool, async (tx) => {
    const row = { table: 'swarm_findings', key: { project_id: projectId, id: findingId }, target: { findingId } };
    await setDismissed(tx, row, dismissed);
    return { id: findingId, projectId, dismissed };
  });
