import { fragment, rows, sql, type Tx } from '@assay/kit/postgres/db';
import type { LimitedKind } from '../../domain/projects/project-limits.ts';

const counted = {
  clients: fragment('clients where not is_default'),
  environments: fragment('environments where name is not null and archived_at is null'),
  adhocEnvironments: fragment('environments where name is null'),
  serverGroups: fragment('server_groups where snapshot_of is null'),
  serverGroupSnapshots: fragment('server_groups where snapshot_of is not null'),
  images: fragment('images where true'),
} satisfies Record<LimitedKind, unknown>;

/** Counts what a project has of a kind; only one transaction at a time counts and adds to it. */
export async function countInProject(tx: Tx, projectId: string, kind: LimitedKind): Promise<number> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`${kind} of ${projectId}`}, 0))`);
  const [row] = await rows<{ count: number }>(
    tx,
    sql`select count(*)::integer as count from ${counted[kind]} and project_id = ${projectId}`,
  );
  return row!.count;
}
