import { notFound } from '@assay/contract/problem';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { setDismissed } from '../../store/findings/swarm-findings.ts';

/** Dismisses a finding, or takes that back. Throws NOT_FOUND. */
export const dismissFinding = (
  pool: Pool,
  { projectId, findingId: id }: { projectId: string; findingId: string },
  dismissed: boolean,
): Promise<{ id: string; projectId: string; dismissed: boolean }> =>
  transaction(pool, async (tx) => {
    const changed = await setDismissed(tx, projectId, id, dismissed);
    if (changed === undefined) throw notFound('finding');
    await audit(tx, changed ? { target: { findingId: id }, after: { dismissed } } : undefined);
    return { id, projectId, dismissed };
  });
