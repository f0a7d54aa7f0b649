import { fragment, rows, sql, type Tx } from '@assay/kit/postgres/db';
import type { LimitedKind } from '../../domain/projects/project-limits.ts';

const tables = {
  personas: fragment('personas'),
  journeys: fragment('journeys'),
  swarms: fragment('swarms'),
} satisfies Record<LimitedKind, unknown>;

/** Counts what a project has of a kind; only one transaction at a time counts and adds to it. */
export async function countInProject(tx: Tx, projectId: string, kind: LimitedKind): Promise<number> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`${kind} of ${projectId}`}, 0))`);
  const [row] = await rows<{ count: number }>(
    tx,
    sql`select count(*)::integer as count from ${tables[kind]} where project_id = ${projectId} and archived_at is null`,
  );
  return row!.count;
}
